import type { OpenCharge } from "@/emulator/certify/test-account";
import { isVoidedOrder } from "@/lib/gateway/powertranz/queries/order";
import { codes, readOrder, transactionTypes } from "@/lib/gateway/powertranz/wire/answers";
import { describeReply, type Reply } from "./exchange";
import { isAbsentOrder } from "./reversals";
import { isApproved, type TestTerminal } from "./test-terminal";

/** Voids a test charge. Returns the answer if the charge may still hold money. */
export async function giveBack(terminal: TestTerminal, { identifier }: OpenCharge): Promise<string | null> {
  const reply = await terminal.void(identifier);
  if (isApproved(reply)) return null;
  return holdsNoMoney(await terminal.searchOrder(identifier)) ? null : describeReply(reply);
}

/** Whether the gateway certainly holds no money of this order. */
function holdsNoMoney(reply: Reply): boolean {
  if (isAbsentOrder(reply)) return true;
  const order = readOrder(reply.answer);
  if (!order) return false;
  const isSale = ({ TransactionType, IsoResponseCode }: (typeof order.Transactions)[number]) =>
    TransactionType === transactionTypes.sale && IsoResponseCode === codes.approved;
  return isVoidedOrder(order) || !order.Transactions.some(isSale);
}
