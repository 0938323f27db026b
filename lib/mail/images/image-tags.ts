import type { CardNetwork } from "@/lib/reference/card-networks";
import type { MailImage } from "./images";

/** The tags of a mail's images, which refer to them by content id. `embedded-images.ts` supplies the images. */
export const contentIdDomain = "@tradewind";
export const picturePrefix = "picture-";

const tagOf = (name: string, more: string): string => `<img src="cid:${name}${contentIdDomain}" ${more}>`;

/** The symbol for light and dark backgrounds. Only one of them is shown. */
export const symbolImage = (size: number): string =>
  symbolIn("symbol", "light", size, "inline-block") + symbolIn("symbol-dark", "dark", size, "none");

const symbolIn = (name: MailImage, mode: string, size: number, display: string): string =>
  tagOf(
    name,
    `class="${mode}" width="${size}" height="${size}" alt="" style="display: ${display}; vertical-align: middle"`,
  );

export const cardImage = (network: CardNetwork): string =>
  tagOf(network, 'width="28" height="18" alt="" style="margin-right: 4px; vertical-align: -4px"');

export const pictureImage = (id: string, initial: string): string =>
  tagOf(picturePrefix + id, `width="40" height="40" alt="${initial}" style="display: block; border-radius: 10px"`);
