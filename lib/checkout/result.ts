import type { Notice } from "./page-contract";

/** What a try or a session ended with: an ISO 8583 response, or a code of our own. */
export const approvedCode = "00";
export const expiredCode = "EX";
export const leftCode = "AB";
export const challengeFailedCode = "3D";
export const addressCode = "AV";
export const gatewayCode = "GW";

export type ResultStatus = "success" | "failed" | "error";

type Meaning = { status: ResultStatus; text: string; notice: Notice };

const declined: Meaning = { status: "failed", text: "Transaction is declined.", notice: "declined" };

const meanings: Readonly<Record<string, Meaning>> = {
  [approvedCode]: { status: "success", text: "Transaction is approved.", notice: "declined" },
  "05": declined,
  "51": { status: "failed", text: "Insufficient funds.", notice: "funds" },
  "54": { status: "failed", text: "The card has expired.", notice: "card_expired" },
  "82": { status: "failed", text: "The security code is incorrect.", notice: "cvc" },
  "91": { status: "failed", text: "The card issuer is unavailable.", notice: "issuer_unavailable" },
  [expiredCode]: { status: "failed", text: "The session expired.", notice: "declined" },
  [leftCode]: { status: "failed", text: "The customer left the checkout.", notice: "declined" },
  [challengeFailedCode]: { status: "failed", text: "3DS authentication failed.", notice: "authentication" },
  [addressCode]: { status: "failed", text: "The address could not be verified.", notice: "address" },
  [gatewayCode]: { status: "error", text: "The gateway did not answer.", notice: "not_reached" },
};

/** Lost and stolen cards: the bank wants the card kept, and whoever holds it is not told so. */
const heldBack = new Set(["41", "43"]);

/** The code as it may be shown: where the bank says more than the holder may know, it is a plain decline. */
export const shownCode = (code: string): string => (heldBack.has(code) ? "05" : code);

/** A card with such an answer is not tried again in its session. */
export const endsCard = (code: string): boolean => heldBack.has(code);

const meaningOf = (code: string): Meaning => meanings[shownCode(code)] ?? declined;

export const statusOfCode = (code: string): ResultStatus => meaningOf(code).status;
export const noticeOf = (code: string): Notice => meaningOf(code).notice;

const digits = { success: 1, failed: 2, error: 3 } as const;

/** `[2-R51]: Insufficient funds.` */
export function messageOf(code: string): string {
  const { status, text } = meaningOf(code);
  return `[${digits[status]}-R${shownCode(code)}]: ${text}`;
}
