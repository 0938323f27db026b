import { beforeAll, inject } from "vitest";
import { type Merchant, newMerchant } from "./accounts";
import { type CallOptions, call, freshAddress, type Reply } from "./client";
import { asBrowser, pay, tokenOf } from "./payments";

/** Sellers with payment links, and their payers. */

export const mango = {
  environment: "sandbox",
  title: "Mango chow",
  currency: "TTD",
  amount: "45.00",
  fee_structure: "merchant_absorb",
};

type Link = { id: string; url: string; slug: string };

/** A merchant for all tests of a file. */
export function openSeller() {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await newMerchant({ platforms: ["TT", "JM"] });
  });
  const links = (method: string, path = "", options: CallOptions = {}): Promise<Reply> =>
    call(inject("product").roomy, method, `/api/payment-links${path}?environment=sandbox`, {
      token: merchant.token,
      ...options,
    });
  const newLink = async (fields: object = {}): Promise<Link> => {
    const { status, body, text } = await links("POST", "", { json: { ...mango, ...fields } });
    if (status !== 201) throw new Error(text);
    return { ...body.data, slug: tokenOf(body.data.url) };
  };
  return { merchant: () => merchant, links, newLink };
}

/** A program opens a link. */
export const openLink = (slug: string, json: object = {}): Promise<Reply> =>
  call(inject("product").roomy, "POST", `/pay/${slug}`, { json, as: freshAddress() });

/** A browser submits the form of a link. */
export const submitLink = (slug: string, form: Record<string, string> = {}): Promise<Reply> =>
  call(inject("product").roomy, "POST", `/pay/${slug}?lang=en`, { form, as: freshAddress(), headers: asBrowser });

/** A browser shows a page. */
export const showPage = (path: string, language = "en"): Promise<Reply> =>
  call(inject("product").roomy, "GET", path, {
    as: freshAddress(),
    headers: { ...asBrowser, "accept-language": language },
  });

/** The session that a payer of a link gets. */
export async function openPage(slug: string, json: object = {}) {
  const { status, body, text } = await openLink(slug, json);
  if (status !== 200) throw new Error(text);
  return { token: tokenOf(body.url), transactionId: body.transaction_id as string };
}

export const payWith = (token: string, number: string) => pay(token, number, { email: "payer@example.com" });
