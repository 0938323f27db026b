import { randomUUID } from "node:crypto";
import type { Fault } from "@/emulator/base/faults";
import { returnPage } from "@/emulator/base/pages/return-page";
import { type WireObject, writeJson } from "@/emulator/base/wire/answers";
import { authenticationFields } from "@/emulator/powertranz/endpoints/charge";
import { falsify } from "@/emulator/powertranz/faults";
import { codeFields } from "@/emulator/powertranz/iso-codes";
import { newTokenText } from "@/emulator/powertranz/spi-tokens";
import { saleFields, type Transaction } from "@/emulator/powertranz/transactions";
import type { World } from "@/emulator/powertranz/world";
import type { Markup } from "@/lib/kit/markup";

type Post = { response: WireObject; identifier: string; token: string };

/** Makes the browser post the result of 3-D Secure to the merchant, changed by the fault. */
export function returnOf({ dials }: World, transaction: Transaction, spiToken: string, fault: Fault | null): Markup {
  const genuine = returnPost(transaction, spiToken, dials.panToken);
  const { response, identifier, token } = fault?.kind === "forged" ? forge(genuine, fault.forge) : genuine;
  const fields = {
    Response: writeJson(falsify(response, fault)),
    TransactionIdentifier: identifier,
    SpiToken: token,
  };
  return returnPage({ action: transaction.merchantResponseUrl, fields }, fault);
}

/** The content of the post to MerchantResponseUrl. */
function returnPost(transaction: Transaction, token: string, hasPanToken: boolean): Post {
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

function forge(post: Post, forgery: string | undefined): Post {
  if (forgery === "token") {
    const token = newTokenText();
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
