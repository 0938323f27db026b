import type { FoundTransaction } from "@/lib/gateway/operations";
import { now } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import { formatMinor } from "@/lib/kit/money";
import { findDisputable } from "@/lib/reconciliation/chargeback-store";
import type { SettlementDifference } from "./compare-lists";
import { type Day, dayOf } from "./days";
import type { MerchantAccount } from "./merchant-accounts";

type ChargebackDifference = SettlementDifference & { item: { currency: string | null } };

/**
 * Chargebacks of a day at the gateway that are not recorded here. They are no items of the lists: they change no sum of
 * sales, and the charge may be months old. A payment has one chargeback here, whatever its amount.
 */
export async function findUnrecordedChargebacks(
  { operations: { books } }: Pick<MerchantAccount, "operations">,
  found: readonly FoundTransaction[],
  day: Day,
): Promise<ChargebackDifference[]> {
  const ofDay = found.filter(
    ({ type, isApproved, at }) => type === "chargeback" && isApproved && (at === null || dayOf(at) === day),
  );
  const differences = new Map<string, ChargebackDifference>();
  for (const { identifier, saleIdentifier, currency, amount } of ofDay) {
    const charge = saleIdentifier === null ? undefined : await books.findCharge(saleIdentifier, now());
    const disputed = charge && (await findDisputable(charge.attemptId));
    if (disputed?.isRecorded) continue;
    const money = `${currency ?? "unknown"} ${amount === null ? "unknown" : formatMinor(amount)}`;
    const begin = `The gateway has a chargeback of ${money}`;
    const problem = disputed
      ? `${begin} that is not recorded here: record it with «${commandLine("chargebacks", "open", disputed.transactionId)}».`
      : `${begin} for a sale that we do not have.`;
    const subject = disputed?.attemptId ?? identifier;
    differences.set(identifier, { kind: "chargeback", subject, problem, item: { currency } });
  }
  return [...differences.values()];
}
