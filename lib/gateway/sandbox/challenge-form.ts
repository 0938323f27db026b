import { hiddenFields, Markup, markup } from "@/lib/kit/markup";
import { isKeyedProof, keyedDigest } from "@/lib/kit/secrets/crypto";

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

/** The look of the checkout page, in a document that may load nothing. */
const relayStyle = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fff, #14232a); color: light-dark(#0d1b22, #e9f1f3); font: 1rem/1.5 Figtree, Arial, "Liberation Sans", sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { margin: 0 0 1.25rem; font-size: 1.25rem; }
button { width: 100%; min-height: 3.25rem; border: 1px solid transparent; border-radius: .5rem; background: light-dark(#0a6375, #5cc6d8); color: light-dark(#fff, #06242b); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#1b8aa0, #5cc6d8); outline-offset: 2px; }
`;

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

type Relay = { title: string; action: string; fields: Readonly<Record<string, string>>; button: string };

const relayPage = ({ title, action, fields, button }: Relay): string =>
  markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Markup(relayStyle)}</style></head>
<body>
<main>
<h1>${title}</h1>
<form method="post" action="${action}">${hiddenFields(fields)}<button type="submit">${button}</button></form>
</main>
<script>document.forms[0].submit()</script>
</body>
</html>
`.text;

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
