import { isKeyedProof, keyedDigest } from "@/lib/kit/secrets/crypto";
import { relayPage } from "../relay-page";

/** The EMV 3DS messages that acquirer, bank and shop exchange through the customer's browser. */

const addressPurpose = "sandbox-acs-address";
const resultPurpose = "sandbox-acs-result";
const addressPattern = /^([0-9A-Z]{26})([\w-]{43})$/;

/** The path of the bank's challenge page. It contains an HMAC, so the attempt's id is not enough to guess it. */
export function challengePath(id: string): string {
  return `/sandbox/acs/${challengeKey(id)}`;
}

function challengeKey(id: string): string {
  return id + keyedDigest(addressPurpose, id).toString("base64url");
}

/** Reads the charge's id from the key in the challenge page's path. Null if we did not issue the key. */
export function chargeIdOf(key: string): string | null {
  const [, id, proof] = addressPattern.exec(key) ?? [];
  return id && proof && isKeyedProof(proof, addressPurpose, id) ? id : null;
}

/**
 * The acquirer's challenge page, which sends the browser to the bank; without JavaScript, the payer presses its button.
 * Its form has a relative address, which works on any origin.
 */
export function challengeHtml(id: string): string {
  const fields = {
    creq: encode({ messageType: "CReq", messageVersion: "2.2.0", threeDSServerTransID: challengeKey(id) }),
    threeDSSessionData: sessionDataOf(id),
  };
  return relayPage({ title: "To your bank", action: challengePath(id), fields, button: "Continue to your bank" });
}

/** The page on which the bank looks at the browser. It leads back to us, and the bank's next page may follow. */
export function deviceHtml(returnUrl: string): string {
  const { pathname, search } = new URL(returnUrl);
  const action = pathname + search;
  return relayPage({ title: "Checking your device", action, fields: { device: "checked" }, button: "Continue" });
}

export type BankVerdict = "passed" | "failed" | "cancelled";

/** The fields that the bank's page posts to the shop. */
export function returnFields(id: string, verdict: BankVerdict): Record<string, string> {
  const transStatus = verdict === "passed" ? "Y" : "N";
  return {
    cres: encode({
      messageType: "CRes",
      messageVersion: "2.2.0",
      threeDSServerTransID: challengeKey(id),
      challengeCompletionInd: "Y",
      transStatus,
      ...(verdict === "cancelled" ? { challengeCancel: "01" } : {}),
      authenticationValue: authenticationValue(id, transStatus),
    }),
    threeDSSessionData: sessionDataOf(id),
  };
}

/** Whether the fields contain the bank's proof that the customer passed. The status "Y" alone can be forged. */
export function carriesProof(id: string, fields: Readonly<Record<string, string>>): boolean {
  const { transStatus, authenticationValue: given } = decode(fields.cres ?? "");
  if (transStatus !== "Y" || typeof given !== "string") return false;
  return isKeyedProof(given, resultPurpose, id, transStatus);
}

function authenticationValue(id: string, transStatus: string): string {
  return keyedDigest(resultPurpose, id, transStatus).toString("base64url");
}

const sessionDataOf = (id: string) => Buffer.from(id).toString("base64url");

const encode = (message: Record<string, string>) => Buffer.from(JSON.stringify(message)).toString("base64url");

function decode(text: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof message === "object" && message !== null ? { ...message } : {};
  } catch {
    return {};
  }
}
