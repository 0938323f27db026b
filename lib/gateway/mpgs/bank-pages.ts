import { hiddenFields, Markup, markup } from "@/lib/kit/markup";
import { readHtml } from "@/lib/kit/text/html";
import { parseUrl } from "@/lib/kit/urls";
import { relayPage } from "../relay-page";
import type { GatewayRecord } from "./wire/answers";

/**
 * Pages that send the browser to the card's bank. They are documents of our own: the gateway's page would fill a frame
 * inside the challenge frame, whose sandbox would take the bank's cookies away. Only the bank's look at the browser
 * happens in such a frame, because its page does not lead back.
 */

type Form = { action: string; fields: Readonly<Record<string, string>> };

/** The page on which the bank looks at the browser, or null if the bank has none. It leads to `returnUrl`. */
export function methodPage({ authentication }: GatewayRecord, returnUrl: string): string | null {
  const { html, customizedHtml } = authentication?.redirect ?? {};
  const { methodUrl, methodPostData } = customizedHtml?.["3ds2"] ?? {};
  const form = methodUrl && methodPostData ? { action: methodUrl, fields: { [methodField]: methodPostData } } : null;
  const found = form ?? formIn(html, methodField);
  return found && isAddress(found.action) ? deviceHtml(found, returnUrl) : null;
}

/** The page that sends the browser to the bank's challenge, or null if the gateway does not say where that is. */
export function challengePage({ authentication }: GatewayRecord): string | null {
  const { html, customizedHtml } = authentication?.redirect ?? {};
  const { acsUrl, cReq } = customizedHtml?.["3ds2"] ?? {};
  const form = acsUrl && cReq ? { action: acsUrl, fields: { [challengeField]: cReq } } : formIn(html, challengeField);
  if (!form || !isAddress(form.action)) return null;
  return relayPage({ title: "To your bank", ...form, button: "Continue to your bank" });
}

const methodField = "threeDSMethodData";
const challengeField = "creq";

function formIn(html: string | undefined, field: string): Form | null {
  const form = readHtml(html ?? "").forms.find(({ action, fields }) => action !== null && field in fields);
  return form?.action ? { action: form.action, fields: form.fields } : null;
}

const isAddress = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? "");

/** The vendor gives the bank this long. */
const lookLimitMs = 10_000;
/** The bank's page reports to the gateway and not to us, so we wait this long after it was loaded. */
const afterLoadMs = 2000;

/**
 * The bank's page runs in a hidden frame. Its second load is its report to the gateway. Then this page goes on. Without
 * JavaScript, the payer goes on without the bank's look, and the bank asks more often.
 *
 * The bank's page is opened after this document has loaded. So the checkout page shows this document at once, also if
 * the bank is slow, and the load of the empty frame is not taken for the bank's.
 */
function deviceHtml({ action, fields }: Form, returnUrl: string): string {
  return relayPage({
    title: "Checking your device",
    action: returnUrl,
    fields: { device: "checked" },
    button: "Continue",
    before: markup`<p>Your bank needs a moment to recognise your device.</p>
<iframe name="bank" title="Your bank checks the device" hidden></iframe>
<form method="post" action="${action}" target="bank">${hiddenFields(fields)}</form>
`,
    script: new Markup(`
var isOver = false, loads = 0;
function goOn() { if (!isOver) { isOver = true; document.forms[1].submit(); } }
document.forms[1].hidden = true;
addEventListener("load", function () {
  document.querySelector("iframe").addEventListener("load", function () {
    loads += 1;
    if (loads > 1) goOn(); else setTimeout(goOn, ${afterLoadMs});
  });
  document.forms[0].submit();
});
setTimeout(goOn, ${lookLimitMs});
`),
  });
}
