import { findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { type AccountRow, findShownNames, findWaitingForOperator } from "@/lib/accounts/store";
import { readAcquirerHealth } from "@/lib/acquirers/read-health";
import { findStuck } from "@/lib/checkout/session/sweep-store";
import { day, later, minute } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import { findOpenCases } from "@/lib/reconciliation/open-cases/find-open-cases";
import { readSettlement } from "@/lib/reconciliation/settlement/read-settlement";
import { findLastReport } from "@/lib/reconciliation/store";
import { type Environment, type Platform, platforms } from "@/lib/reference/platforms";
import { readScriptCheck } from "@/lib/script-monitor/read-script-check";
import { findOpenChargebacks } from "@/lib/transactions/chargebacks/chargeback-store";
import { findPlatformRefunds } from "@/lib/transactions/refunds/platform-refund-store";
import { findUnusualRefunds } from "@/lib/transactions/refunds/refund-store";
import { countWaiting, findHeld } from "@/lib/withdrawals/store";
import { exceptionsOf } from "./desk-exceptions";
import { readDeskFigures } from "./desk-figures";

/** The largest number of items in each list of the operator desk. */
const listMax = 50;
const refundIsLateAfter = 10 * minute;
const rejectionShownFor = 7 * day;
const lateApprovalShownFor = 30 * day;

export type DeskView = Awaited<ReturnType<typeof readOperatorDesk>>;

/** Open work of the operator over all accounts. It contains no card data, bank data or secrets. */
export async function readOperatorDesk(environment: Environment, wanted: string | undefined) {
  const refundTimes = { openSince: later(-refundIsLateAfter), rejectedSince: later(-rejectionShownFor) };
  const [stuck, chargebacks, refunds, lateApprovals, accounts, withdrawals, held, report, scripts, acquirer, figures] =
    await Promise.all([
      findStuck(environment, listMax),
      findOpenChargebacks(environment, listMax),
      findUnusualRefunds(environment, refundTimes, listMax),
      findPlatformRefunds(environment, later(-lateApprovalShownFor), listMax),
      wanted ? findWanted(wanted) : findWaitingForOperator(listMax),
      countWaiting({ environment }),
      findHeld(environment, listMax),
      findLastReport(),
      readScriptCheck(),
      readAcquirerHealth(),
      readDeskFigures(environment),
    ]);
  const lists = {
    stuck,
    chargebacks: chargebacks.map(({ amount, openedAt, session }) => ({ ...session, openedAt, amount })),
    refunds: refunds.map(toRefund),
    held: held.map(({ updatedAt: since, ...withdrawal }) => ({ ...withdrawal, since })),
    /** Null in sandbox, which has no acquirer to compare with. */
    settlement: environment === "live" ? await readLiveSettlement() : null,
  };
  const exceptions = exceptionsOf(lists);
  const names = await findShownNames(exceptions.flatMap(({ accountNumber }) => accountNumber ?? []));
  return {
    ...lists,
    figures,
    exceptions: exceptions.map((one) => ({ ...one, account: names.get(one.accountNumber ?? "") ?? null })),
    lateApprovals: lateApprovals.map(toRefund),
    accounts: accounts.map(toWaiting),
    withdrawals,
    commands: {
      report: commandLine("ledger", "report"),
      export: commandLine("withdrawals", "export"),
      release: commandLine("withdrawals", "release"),
    },
    /** Null in sandbox, whose open payments are listed as stuck after some minutes. */
    openCases: environment === "live" ? (await findOpenCases()).slice(0, listMax) : null,
    report: report && { until: report.until, differences: report.differences.length },
    scripts,
    acquirer,
  };
}

async function readLiveSettlement() {
  const { last, differences } = await readSettlement();
  return {
    last: last && {
      ...last,
      compareAgain: commandLine("acquirers", "reconcile", "--from", last.day, "--to", last.day),
    },
    differences: differences.slice(0, listMax),
    differenceCount: differences.length,
  };
}

type Refund = Awaited<ReturnType<typeof findUnusualRefunds>>[number];

const toRefund = ({ session, ...refund }: Refund) => ({ ...session, ...refund });

async function findWanted(numberOrEmail: string): Promise<AccountRow[]> {
  return findAccountOrThrow(numberOrEmail).then(
    (account) => [account],
    () => [],
  );
}

const named = (codes: readonly Platform[]) => codes.map((value) => ({ value, label: platforms[value].name }));

function toWaiting(account: AccountRow) {
  const { accountNumber, email, firstName, lastName, createdAt, verifiedAt, livePlatforms, sandboxOnly } = account;
  const canGoLive = verifiedAt !== null && !sandboxOnly;
  return {
    accountNumber,
    name: `${firstName} ${lastName}`,
    email: email ?? "no address",
    createdAt,
    isVerified: verifiedAt !== null,
    live: named(livePlatforms),
    notYetLive: canGoLive ? named(account.platforms.filter((code) => !livePlatforms.includes(code))) : [],
  };
}
