import { listApiKeys } from "@/lib/auth/keys/manage-keys";
import { isVisibleTo, type PageName } from "@/lib/dashboard/pages";
import type { Visit } from "@/lib/dashboard/viewer";
import { day, later } from "@/lib/kit/clock";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { type Figures, readFigures } from "@/lib/transactions/history/figures";
import { countLegacyRequests, countOpenChargebacks, countOpenRefunds } from "@/lib/transactions/history/figures-store";
import { findTroubled } from "@/lib/webhooks/endpoints/endpoint-store";

/** The first page of the dashboard: balances, figures, and matters that need attention. */

const keysEndWithin = 14 * day;
const legacyWithin = 30 * day;

type Concern = { text: string; href: string; label: string; isUrgent: boolean };

type Balances = Awaited<ReturnType<typeof retrieveProfile>>["data"]["balances"]["all"];

export type Overview = { balances: Balances; figures: Figures; concerns: Concern[] };

export async function readOverview(visit: Visit): Promise<Overview> {
  const { caller, environment, owner } = visit;
  const [profile, figures, ...concerns] = await Promise.all([
    retrieveProfile(caller, environment),
    readFigures(owner),
    failingWebhooks(visit),
    openMoney(visit),
    endingKeys(visit),
    deprecatedRequests(visit),
  ]);
  const balances = profile.data.balances.all;
  return {
    balances,
    figures,
    concerns: [...debts(balances, visit), ...concerns.flat(), ...passwordAlone(visit)],
  };
}

const to = ({ mode }: Visit, page: PageName, rest = "") => `/dashboard/${mode}/${page}${rest}`;

const count = (number: number, one: string, several: string): string =>
  number === 1 ? `One ${one}` : `${number} ${several}`;

function debts(balances: Balances, visit: Visit): Concern[] {
  const owed = balances.filter((balance) => balance.owed !== "0.00");
  return owed.map((balance) => ({
    text: `${balance.currency} ${balance.owed} is owed. Payments pay it first, and nothing can be withdrawn until then.`,
    ...transactionsOf(visit),
    isUrgent: true,
  }));
}

const transactionsOf = (visit: Visit) => ({ href: to(visit, "transactions"), label: "See the transactions" });

async function failingWebhooks(visit: Visit): Promise<Concern[]> {
  const endpoints = await findTroubled(visit.owner);
  return endpoints.map(({ id, url, disabledAt }) => ({
    text: `Webhooks to ${new URL(url).host} ${disabledAt ? "were switched off, because they failed" : "are failing"}.`,
    href: to(visit, "webhooks", `/${id}`),
    label: "See the endpoint",
    isUrgent: true,
  }));
}

async function openMoney(visit: Visit): Promise<Concern[]> {
  const [chargebacks, refunds] = await Promise.all([countOpenChargebacks(visit.owner), countOpenRefunds(visit.owner)]);
  const concerns = [
    { number: chargebacks, text: count(chargebacks, "chargeback is open.", "chargebacks are open."), isUrgent: true },
    { number: refunds, text: count(refunds, "refund is on its way.", "refunds are on their way."), isUrgent: false },
  ];
  return concerns
    .filter(({ number }) => number > 0)
    .map(({ text, isUrgent }) => ({ text, isUrgent, ...transactionsOf(visit) }));
}

/** API keys that expire soon. Rolled keys are left out, because they expire on purpose. */
async function endingKeys(visit: Visit): Promise<Concern[]> {
  if (!isVisibleTo("api-keys", visit.viewer)) return [];
  const until = later(keysEndWithin).toISOString();
  const { data } = await listApiKeys(visit.caller);
  return data
    .filter((key) => key.environment === visit.environment && !key.replaced_by && (key.expires_at ?? "9") <= until)
    .map(({ kid, name, expires_at: endsAt }) => ({
      text: `The API key ${name} ends on ${endsAt?.slice(0, 10)}.`,
      href: to(visit, "api-keys", `/${kid}`),
      label: "Roll or extend it",
      isUrgent: false,
    }));
}

async function deprecatedRequests({ owner }: Visit): Promise<Concern[]> {
  const requests = await countLegacyRequests(owner, later(-legacyWithin));
  if (requests === 0) return [];
  const asked = count(requests, "payment request", "payment requests");
  return [
    {
      text: `${asked} of the last 30 days used the deprecated method credit_card. Send credit_card_co instead.`,
      href: "/docs/payment-request",
      label: "How to change it",
      isUrgent: false,
    },
  ];
}

/** Advises members to enable a second factor. Skips the public sandbox accounts, which cannot have one. */
function passwordAlone(visit: Visit): Concern[] {
  const { hasSecondFactor, account } = visit.viewer;
  if (hasSecondFactor || isSandboxSeed(account.number)) return [];
  const text = "You sign in with a password alone.";
  return [{ text, href: to(visit, "security"), label: "Add a second factor", isUrgent: false }];
}
