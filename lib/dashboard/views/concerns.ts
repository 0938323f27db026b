import { listApiKeys } from "@/lib/auth/keys/manage-keys";
import { isVisibleTo, type PageName } from "@/lib/dashboard/pages";
import type { Visit } from "@/lib/dashboard/viewer";
import { formatMoney } from "@/lib/format/money";
import { day, later, now } from "@/lib/kit/clock";
import type { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import {
  countLegacyRequests,
  findNewestOpenChargebacks,
  findRejectedRefunds,
} from "@/lib/transactions/history/figures-store";
import { findTroubled } from "@/lib/webhooks/endpoints/endpoint-store";
import { findLastMoved } from "@/lib/withdrawals/store";
import { describeTrouble } from "./webhook-endpoint";

/** The matters of the overview that need the merchant's attention, the most urgent first. */

const keysEndWithin = 14 * day;
const legacyWithin = 30 * day;
/** Rejected refunds and returned withdrawals are news for this long. */
const newsFor = 7 * day;
/** Enough to tell one from several. */
const examined = 2;

export type Concern = {
  kind: "webhook" | "chargeback" | "key" | "withdrawal" | "refund" | "debt" | "request" | "password";
  title: string;
  text: string;
  href: string;
};

export type Balances = Awaited<ReturnType<typeof retrieveProfile>>["data"]["balances"]["all"];

export async function readConcerns(visit: Visit, balances: Balances): Promise<Concern[]> {
  const found = await Promise.all([
    failingWebhooks(visit),
    openChargebacks(visit),
    rejectedRefunds(visit),
    returnedWithdrawal(visit),
    endingKeys(visit),
    deprecatedRequests(visit),
  ]);
  return [...debts(balances, visit), ...found.flat(), ...passwordAlone(visit)];
}

const to = ({ mode }: Visit, page: PageName, rest = "") => `/dashboard/${mode}/${page}${rest}`;

function debts(balances: Balances, visit: Visit): Concern[] {
  const owed = balances.filter((balance) => balance.owed !== "0.00");
  return owed.map(({ currency, owed: amount }) => ({
    kind: "debt",
    title: `You owe ${formatMoney({ amount, currency })}`,
    text: "New payments pay it first. Until then you cannot withdraw.",
    href: to(visit, "transactions"),
  }));
}

async function failingWebhooks(visit: Visit): Promise<Concern[]> {
  const endpoints = await findTroubled(visit.owner);
  return endpoints.map((endpoint) => {
    const { id, url, disabledAt } = endpoint;
    const trouble = describeTrouble(endpoint, visit.zone);
    return {
      kind: "webhook",
      title: disabledAt ? "Webhook was disabled" : `Webhook is ${trouble?.isReceiving ? "slow or failing" : "failing"}`,
      text: `${new URL(url).host}${disabledAt ? ", because it failed" : ` since ${trouble?.since}`}`,
      href: to(visit, "webhooks", `/${id}`),
    };
  });
}

type Case = {
  amount: bigint;
  session: { transactionId: string; orderId: string; paymentLink: { title: string } | null; currency: string };
};

/** One line for one case, with its amount and order or link, or for several. */
function casesConcern(
  visit: Visit,
  cases: readonly Case[],
  about: { kind: Concern["kind"]; one: string; several: string },
): Concern[] {
  const [first, second] = cases;
  if (!first) return [];
  const { transactionId, orderId, paymentLink, currency } = first.session;
  const { kind, one, several } = about;
  const newest = `${formatMoney({ amount: first.amount, currency })}, ${paymentLink?.title ?? `order ${orderId}`}`;
  return [
    {
      kind,
      title: second ? several : one,
      text: second ? `Newest: ${newest}` : newest,
      href: second ? to(visit, "transactions") : to(visit, "transactions", `/${transactionId}`),
    },
  ];
}

const openChargebacks = async (visit: Visit): Promise<Concern[]> =>
  casesConcern(visit, await findNewestOpenChargebacks(visit.owner, examined), {
    kind: "chargeback",
    one: "Chargeback opened",
    several: "Chargebacks are open",
  });

const rejectedRefunds = async (visit: Visit): Promise<Concern[]> =>
  casesConcern(visit, await findRejectedRefunds(visit.owner, later(-newsFor), examined), {
    kind: "refund",
    one: "Refund rejected",
    several: "Refunds were rejected",
  });

async function returnedWithdrawal(visit: Visit): Promise<Concern[]> {
  if (!isVisibleTo("withdrawals", visit.viewer)) return [];
  const returned = await findLastMoved(visit.owner, "returned", later(-newsFor));
  if (!returned) return [];
  const { transactionId, amount, currency } = returned;
  return [
    {
      kind: "withdrawal",
      title: "Withdrawal returned by the bank",
      text: formatMoney({ amount, currency }),
      href: to(visit, "withdrawals", `/${transactionId}`),
    },
  ];
}

/** API keys that expire soon. Rolled keys are left out, because they expire on purpose. */
async function endingKeys(visit: Visit): Promise<Concern[]> {
  if (!isVisibleTo("api-keys", visit.viewer)) return [];
  const until = later(keysEndWithin).toISOString();
  const { data } = await listApiKeys(visit.caller);
  return data
    .filter((key) => key.environment === visit.environment && !key.replaced_by && (key.expires_at ?? "9") <= until)
    .map(({ kid, name, expires_at: endsAt }) => ({
      kind: "key",
      title: `API key expires ${inDays(new Date(endsAt ?? 0))}`,
      text: name,
      href: to(visit, "api-keys", `/${kid}`),
    }));
}

function inDays(at: Date): string {
  const days = Math.floor((at.getTime() - now().getTime()) / day);
  if (days < 1) return "today";
  return days === 1 ? "in 1 day" : `in ${days} days`;
}

async function deprecatedRequests({ owner }: Visit): Promise<Concern[]> {
  const requests = await countLegacyRequests(owner, later(-legacyWithin));
  if (requests === 0) return [];
  return [
    {
      kind: "request",
      title: "Your shop uses a deprecated method",
      text: `${requests === 1 ? "1 request" : `${requests} requests`} with credit_card. Send credit_card_co instead.`,
      href: "/docs/payment-request",
    },
  ];
}

/** Advises members to enable a second factor. Skips the public sandbox accounts, which cannot have one. */
function passwordAlone(visit: Visit): Concern[] {
  const { hasSecondFactor, account } = visit.viewer;
  if (hasSecondFactor || isSandboxSeed(account.number)) return [];
  return [
    {
      kind: "password",
      title: "Add a second factor",
      text: "You sign in with a password alone.",
      href: to(visit, "security"),
    },
  ];
}
