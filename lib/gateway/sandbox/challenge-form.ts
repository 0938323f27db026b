import { isKeyedProof, keyedDigest } from "@/lib/kit/secrets/crypto";
import { hiddenFields, markup } from "./markup";

/** What acquirer, bank and shop send each other through the customer's browser, in the shapes of EMV 3DS. */

const addressPurpose = "sandbox-acs-address";
const resultPurpose = "sandbox-acs-result";
const addressPattern = /^([0-9A-Z]{26})([\w-]{43})$/;

/** The bank's page of a charge. Nobody can guess it who only knows the attempt's id. */
export function challengePath(id: string): string {
  return `/sandbox/acs/${challengeKey(id)}`;
}

function challengeKey(id: string): string {
  return id + keyedDigest(addressPurpose, id).toString("base64url");
}

/** The charge that an address of the bank's page is about, or null where we never gave it out. */
export function chargeIdOf(key: string): string | null {
  const [, id, proof] = addressPattern.exec(key) ?? [];
  return id && proof && isKeyedProof(proof, addressPurpose, id) ? id : null;
}

/**
 * The acquirer's first answer: a page that sends the browser on to the bank. Its address has no
 * origin, so that it works wherever this process is reached.
 */
export function challengeHtml(id: string): string {
  const fields = {
    creq: encode({ messageType: "CReq", messageVersion: "2.2.0", threeDSServerTransID: challengeKey(id) }),
    threeDSSessionData: sessionDataOf(id),
  };
  return markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>To your bank</title></head>
<body>
<main>
<h1>To your bank</h1>
<form method="post" action="${challengePath(id)}">${hiddenFields(fields)}<button type="submit">Continue to your bank</button></form>
</main>
<script>document.forms[0].submit()</script>
</body>
</html>
`.text;
}

export type BankVerdict = "passed" | "failed" | "cancelled";

/** What the bank's page posts back to the shop. */
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

/** Whether the fields carry the bank's own proof that this customer passed. Anybody can write a "Y". */
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
