import { ulidPattern } from "@/lib/kit/ids";
import { findPicture } from "../store";
import { contentIdDomain, picturePrefix } from "./image-tags";
import { type MailImage, mailImages } from "./images";

/**
 * The images of a mail. The stored HTML refers to them by content id. A sent mail carries them as attachments, and the
 * mailbox page shows them as `data:` URLs. So no mail loads anything when it is opened.
 */
type Image = { name: string; png: Buffer };

const tagPattern = new RegExp(`<img src="cid:([\\w-]+)${contentIdDomain}"([^>]*)>`, "g");

/** Replaces an image that no longer exists by its alternative text. Returns the other images. */
export async function collectImages(html: string): Promise<{ html: string; images: Image[] }> {
  const names = [...new Set([...html.matchAll(tagPattern)].map(([, name = ""]) => name))];
  const found = await Promise.all(names.map(async (name) => ({ name, png: await readImage(name) })));
  const images = found.flatMap(({ name, png }) => (png ? [{ name, png }] : []));
  const shown = html.replace(tagPattern, (tag, name: string, more: string) =>
    images.some((image) => image.name === name) ? tag : (/alt="([^"]*)"/.exec(more)?.[1] ?? ""),
  );
  return { html: shown, images };
}

async function readImage(name: string): Promise<Buffer | null> {
  if (isMailImage(name)) return Buffer.from(mailImages[name], "base64");
  const id = name.slice(picturePrefix.length);
  const png = ulidPattern.test(id) ? await findPicture(id) : null;
  return png && Buffer.from(png);
}

const isMailImage = (name: string): name is MailImage => Object.hasOwn(mailImages, name);

export const contentIdOf = ({ name }: Image): string => name + contentIdDomain;

/** The HTML with its images inside, for a page that has no attachments. */
export async function withInlineImages(mail: string): Promise<string> {
  const { html, images } = await collectImages(mail);
  return images.reduce(
    (text, image) =>
      text.replaceAll(`"cid:${contentIdOf(image)}"`, `"data:image/png;base64,${image.png.toString("base64")}"`),
    html,
  );
}
