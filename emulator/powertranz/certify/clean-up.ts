import { isVoidedOrder } from "@/lib/gateway/powertranz/queries/order";
import { codes, readOrder, transactionTypes } from "@/lib/gateway/powertranz/wire/answers";
import { describeReply, type Exchange, type Reply } from "./exchange";
import { isAbsentOrder } from "./reversals";
import { isApproved, type OpenCharge, type TestTerminal } from "./test-terminal";

type LeftCharge = OpenCharge & { reason: string };

export type CleanUp = { left: LeftCharge[]; kept: OpenCharge | null; exchanges: Exchange[] };

/** Voids every test charge that is still open, apart from `kept`. */
export async function voidOpenCharges(terminal: TestTerminal, kept: OpenCharge | null): Promise<CleanUp> {
  terminal.takeExchanges();
  const left: LeftCharge[] = [];
  for (const charge of terminal.openCharges) {
    const { identifier } = charge;
    if (identifier === kept?.identifier) continue;
    const reply = await terminal.void(identifier);
    if (isApproved(reply)) continue;
    const order = await terminal.searchOrder(identifier);
    if (holdsNoMoney(order)) terminal.closeCharge(identifier);
    else left.push({ ...charge, reason: describeReply(reply) });
  }
  return { left, kept, exchanges: terminal.takeExchanges() };
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
