import type { CardNetwork } from "@/lib/reference/card-networks";
import { approvedCode, declinedCode, ownCodes, unauthenticatedCode } from "@/lib/reference/response-codes";
import { cvvAnswerOf } from "./verification-letters";

const wrongSecurityCode = "82";
const notPermittedCode = "57";
const suspectedFraudCode = "59";
/** The bank wants the payer to be authenticated (strong customer authentication). */
const authenticationWantedCode = "1A";

/** Codes that Mastercard uses for something else than ISO 8583. */
const mastercardCodes: ReadonlyMap<string, string> = new Map([
  ["65", unauthenticatedCode],
  ["82", notPermittedCode],
  ["83", suspectedFraudCode],
]);

/** A declined charge must never be recorded as an approval or with one of our own codes. */
const reservedCodes: readonly string[] = [approvedCode, ...ownCodes];

type DeclinedAnswer = {
  isoCode?: string | null | undefined;
  network: CardNetwork | null;
  cvvLetter?: string | null | undefined;
};

/** Returns our code for a charge that PowerTranz declined. */
export function declineCodeOf({ isoCode, network, cvvLetter }: DeclinedAnswer): string {
  const code = isoCode?.toUpperCase() ?? "";
  if (!/^[0-9A-Z]{2}$/.test(code) || reservedCodes.includes(code)) return declinedCode;
  if (code === declinedCode && cvvAnswerOf(cvvLetter) === "no_match") return wrongSecurityCode;
  if (code === authenticationWantedCode) return unauthenticatedCode;
  return (network === "mastercard" && mastercardCodes.get(code)) || code;
}
