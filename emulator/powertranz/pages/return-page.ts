import { randomBytes, randomUUID } from "node:crypto";
import type { Fault, Forgery } from "@/emulator/base/faults";
import { htmlDocument, messagePage, selfSubmittingForm } from "@/emulator/base/pages/document";
import { type WireObject, type WireValue, writeJson } from "@/emulator/base/wire/answers";
import { authenticationFields } from "@/emulator/powertranz/endpoints/charge";
import { codeFields } from "@/emulator/powertranz/iso-codes";
import { saleFields, type Transaction } from "@/emulator/powertranz/transactions";
import { emptyMarkup, hiddenFields, type Markup, markup } from "@/lib/kit/markup";

type Post = { response: WireObject; identifier: string; token: string };

/** The content of the post to MerchantResponseUrl. */
export function returnPost(transaction: Transaction, token: string, hasPanToken: boolean): Post {
  const isoCode = transaction.authentication?.responseCode ?? "3D3";
  const response = {
    ...saleFields(transaction),
    Approved: false,
    CardBrand: transaction.brand,
    ...codeFields(isoCode),
    RiskManagement: { ThreeDSecure: authenticationFields(transaction) },
    PanToken: hasPanToken ? transaction.panToken : undefined,
    SpiToken: token,
  };
  return { response, identifier: transaction.transactionIdentifier, token };
}

export function forge(post: Post, forgery: Forgery): Post {
  if (forgery === "token") {
    const token = `${randomBytes(30).toString("hex")}-${randomBytes(4).toString("hex")}`;
    return { ...post, token, response: { ...post.response, SpiToken: token } };
  }
  if (forgery === "identifier") {
    const identifier = randomUUID();
    return { ...post, identifier, response: { ...post.response, TransactionIdentifier: identifier } };
  }
  if (forgery === "unsupported") {
    const claimed = { ...codeFields("3D1"), RiskManagement: undefined };
    return { ...post, response: { ...post.response, ...claimed } };
  }
  const ThreeDSecure = { Eci: "05", AuthenticationStatus: "Y", ProtocolVersion: "2.1.0", ResponseCode: "3D0" };
  const claimed = { Approved: true, ...codeFields("3D0") };
  return { ...post, response: { ...post.response, ...claimed, RiskManagement: { ThreeDSecure } } };
}

type ShownPost = Omit<Post, "response"> & { response: WireValue };

/** The page that makes the browser post the result to the merchant. Without an address, nothing is posted. */
export function returnPage(url: string | null, post: ShownPost, fault: Fault | null): Markup {
  if (url === null || fault?.kind === "never") return messagePage("3-D Secure is complete", "You can close this page.");
  const fields = {
    Response: writeJson(post.response),
    TransactionIdentifier: post.identifier,
    SpiToken: post.token,
  };
  const first = fault?.kind === "twice" ? extraPost(url, fields) : emptyMarkup;
  const delayMs = fault?.kind === "late" ? (fault.ms ?? 0) : fault?.kind === "twice" ? 300 : 0;
  return htmlDocument("Returning to the shop", markup`${first}${selfSubmittingForm({ action: url, fields }, delayMs)}`);
}

/** Posts to a hidden frame, before the page itself posts. */
function extraPost(url: string, fields: Readonly<Record<string, string>>): Markup {
  return markup`<iframe name="extra" title="First post" hidden></iframe>
<form id="first" action="${url}" method="POST" target="extra">${hiddenFields(fields)}</form>
<script>document.getElementById('first').submit();</script>`;
}
