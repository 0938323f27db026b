import { falsifyBody } from "@/emulator/delivery/falsify";
import type { Fault } from "@/emulator/faults";
import { forge, returnPage, returnPost } from "@/emulator/pages/return-page";
import type { Transaction } from "@/emulator/transactions";
import { showPage } from "@/emulator/wire/answers";
import type { World } from "@/emulator/world";

type Return = { transaction: Transaction; token: string };

/** Builds the page that makes the browser post the result of 3-D Secure to the merchant. */
export function answerReturn(world: World, { transaction, token }: Return, fault: Fault | null) {
  const genuine = returnPost(transaction, token, world.dials.panToken);
  const post = fault?.kind === "forged" ? forge(genuine, fault.forge ?? "status") : genuine;
  const response = falsifyBody(post.response, fault?.kind);
  return showPage(returnPage(transaction.merchantResponseUrl, { ...post, response }, fault));
}

/** Records that the return reports a failure. After it, the merchant must not send the payment. */
export function reportFailure({ transaction }: Return, fault: Fault | null): void {
  const { status, responseCode } = transaction.authentication ?? {};
  const isFailure = status === "N" || status === "R" || responseCode === "3D3";
  const isGenuine = fault?.kind !== "never" && fault?.kind !== "forged";
  if (isFailure && isGenuine) transaction.failureReported = true;
}
