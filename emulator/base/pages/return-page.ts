import type { Fault } from "@/emulator/base/faults";
import { emptyMarkup, hiddenFields, type Markup, markup } from "@/lib/kit/markup";
import { htmlDocument, messagePage, selfSubmittingForm } from "./document";

type Post = { action: string | null; fields: Readonly<Record<string, string>> };

const secondPostAfterMs = 300;

/** The page that makes the browser post the result to the merchant. Without an address, nothing is posted. */
export function returnPage({ action, fields }: Post, fault: Fault | null): Markup {
  if (action === null || fault?.kind === "never")
    return messagePage("3-D Secure is complete", "You can close this page.");
  const first = fault?.kind === "twice" ? extraPost(action, fields) : emptyMarkup;
  const delayMs = fault?.kind === "late" ? (fault.ms ?? 0) : fault?.kind === "twice" ? secondPostAfterMs : 0;
  return htmlDocument("Returning to the shop", markup`${first}${selfSubmittingForm({ action, fields }, delayMs)}`);
}

/** Posts to a hidden frame, before the page itself posts. */
function extraPost(url: string, fields: Readonly<Record<string, string>>): Markup {
  return markup`<iframe name="extra" title="First post" hidden></iframe>
<form id="first" action="${url}" method="POST" target="extra">${hiddenFields(fields)}</form>
<script>document.getElementById('first').submit();</script>`;
}
