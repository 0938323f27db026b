import { env } from "./env";
import { proveId, readProvenId } from "./secrets/proven-id";

/** Addresses of our own pages about a payment. */

const receipt = "receipt";

/** Only people who have the address can open the receipt. Its token differs from the one that opens the checkout. */
export const receiptUrl = (sessionId: string, language: string | null): string =>
  inLanguage(`${env().PUBLIC_URL}/receipt/${proveId(receipt, sessionId)}`, language);
export const readReceiptToken = (token: string): string | null => readProvenId(receipt, token);

const cardLink = "card link";

export const cardLinkUrl = (id: string): string => `${env().PUBLIC_URL}/store-card/${proveId(cardLink, id)}`;
export const readCardLinkToken = (token: string): string | null => readProvenId(cardLink, token);

/** The payer's pages keep the language of the checkout. */
export const inLanguage = (address: string, language: string | null): string =>
  language ? `${address}?${new URLSearchParams({ lang: language })}` : address;

const linkPages = (): string => `${env().PUBLIC_URL}/pay/`;

export const linkPageUrl = (slug: string): string => `${linkPages()}${slug}`;

/** Whether an address is the page of a payment link. */
export const isLinkPage = (address: string): boolean => address.startsWith(linkPages());
