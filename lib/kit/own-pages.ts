import { env } from "./env";
import { proveId, readProvenId } from "./secrets/proven-id";

/** Addresses of our own pages about a payment. */

const receipt = "receipt";

/** Only who has the address of a receipt can open it. The token differs from the one that opens the checkout. */
export const receiptUrl = (sessionId: string): string => `${env().PUBLIC_URL}/receipt/${proveId(receipt, sessionId)}`;
export const readReceiptToken = (token: string): string | null => readProvenId(receipt, token);

const linkPages = (): string => `${env().PUBLIC_URL}/pay/`;

export const linkPageUrl = (slug: string): string => `${linkPages()}${slug}`;

/** Whether an address is the page of a payment link. */
export const isLinkPage = (address: string): boolean => address.startsWith(linkPages());
