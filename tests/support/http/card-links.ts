import { inject } from "vitest";
import { createCardLink } from "@/lib/card-links/manage-card-links";
import { readCardLinkToken } from "@/lib/kit/own-pages";
import type { Merchant } from "./accounts";
import { call, freshAddress, type Reply } from "./client";
import { callerFor } from "./members";
import { asBrowser, tokenOf } from "./payments";

/** Card links, as their merchants and customers meet them. */

type CardLink = { id: string; path: string };
type Addressed = Pick<CardLink, "path">;

export async function newCardLink(owner: Merchant): Promise<CardLink> {
  const form = { label: "Ada Lovelace", response_url: "https://shop.example/return?cart=7" };
  const { data } = await createCardLink(await callerFor(owner), "sandbox", form);
  return { id: readCardLinkToken(tokenOf(data.url)) ?? "", path: new URL(data.url).pathname };
}

/** A browser opens the address of a link. */
export const showCardLink = ({ path }: Addressed, language = "en"): Promise<Reply> =>
  call(inject("product").roomy, "GET", path, {
    as: freshAddress(),
    headers: { ...asBrowser, "accept-language": language },
  });

/** A customer presses the button on the page of a link. */
export const continueFrom = ({ path }: Addressed): Promise<Reply> =>
  call(inject("product").roomy, "POST", `${path}?lang=en`, { form: {}, as: freshAddress(), headers: asBrowser });

/** The token of the checkout to which a link leads. */
export async function openCardLinkPage(link: Addressed): Promise<string> {
  const { status, headers, text } = await continueFrom(link);
  if (status !== 303) throw new Error(text);
  return tokenOf(new URL(headers.location ?? "").pathname);
}
