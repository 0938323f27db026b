import { db } from "@/lib/db/client";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { saveView } from "@/lib/members/saved-views";
import { findViews } from "@/lib/members/view-store";
import { createLink } from "@/lib/payment-links/manage-links";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { type Merchant, newKey, openTestAccount } from "@/tests/support/http/accounts";
import { newCardLink } from "@/tests/support/http/card-links";
import { storeCard } from "@/tests/support/http/card-requests";
import { signIn } from "@/tests/support/http/dashboard";
import { callerFor, invitationTo, memberOf } from "@/tests/support/http/members";
import { openCheckout, pay } from "@/tests/support/http/payments";
import { deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { fund, unbanked } from "@/tests/support/http/withdrawals";

/** One object of each kind that a path can name, of a given merchant, and in sandbox where it can be. */

/** The path's parameters. */
export type Named = Readonly<Record<string, string>>;

type Kind = {
  names: RegExp;
  /** Belongs to one environment, so the merchant's own key of the other one must not reach it. */
  hasEnvironment: boolean;
  /** Where the dashboard acts on it; test mode unless told. */
  mode?: "live";
  make(owner: Merchant, place: Place): Promise<Named>;
  /** Of the right shape, and nobody's. */
  missing(): Named;
};
/** `receiver` takes the merchant's webhooks. */
type Place = { path: string; receiver: string };

const kinds: readonly Kind[] = [
  {
    names: /^\/accounts\/\{account_number\}/,
    hasEnvironment: false,
    async make({ accountNumber }) {
      const child = await openTestAccount({ createdByNumber: accountNumber });
      return { account_number: child.accountNumber };
    },
    missing: () => ({ account_number: "9999999999" }),
  },
  {
    names: /^\/user\/api-keys\/\{kid\}/,
    hasEnvironment: false,
    make: async (owner) => ({ kid: (await newKey(owner, ["svc-user-retrieve"])).kid }),
    missing: () => ({ kid: "0".repeat(18) }),
  },
  {
    names: /^(\/sandbox)?\/transactions\/\{transaction_id\}/,
    hasEnvironment: true,
    async make({ accountNumber }) {
      await fund(accountNumber, 1_000n);
      const { token, transactionId } = await openCheckout(accountNumber);
      await pay(token, "4111111111111111");
      return { transaction_id: transactionId };
    },
    missing: () => ({ transaction_id: `SB-${newUlid()}` }),
  },
  {
    names: /^\/trusted-cards\/\{uuid\}/,
    hasEnvironment: true,
    make: async (owner, { path }) => ({
      uuid: (await storeCard(owner, { cents: 150n, isVerified: path.endsWith("/charge") })).uuid,
    }),
    missing: () => ({ uuid: newUuid() }),
  },
  {
    names: /^\/payment-links\/\{id\}/,
    hasEnvironment: true,
    async make(owner) {
      const mango = { title: "Mango", currency: "TTD", amount: 4500n } as const;
      return { id: (await createLink(await callerFor(owner), "sandbox", mango)).data.id };
    },
    missing: () => ({ id: newUlid() }),
  },
  {
    names: /^\/dashboard\/card-links\/\{card_link_id\}/,
    hasEnvironment: true,
    make: async (owner) => ({ card_link_id: (await newCardLink(owner)).id }),
    missing: () => ({ card_link_id: newUlid() }),
  },
  {
    // Only live withdrawals to new payees are held.
    names: /^\/withdrawals\/\{transaction_id\}\/confirm/,
    hasEnvironment: true,
    mode: "live",
    async make(owner) {
      await fund(owner.accountNumber, 1_000n, "live");
      const { data } = await createWithdrawal(await callerFor(owner), "live", unbanked("1.00"));
      return { transaction_id: data.transaction_id };
    },
    missing: () => ({ transaction_id: newUlid() }),
  },
  {
    names: /^\/withdrawals\/\{transaction_id\}/,
    hasEnvironment: true,
    async make(owner) {
      await fund(owner.accountNumber, 1_000n);
      const { data } = await createWithdrawal(await callerFor(owner), "sandbox", unbanked("1.00"));
      return { transaction_id: data.transaction_id };
    },
    missing: () => ({ transaction_id: `SB-${newUlid()}` }),
  },
  {
    names: /^\/user\/webhooks\/\{id\}/,
    hasEnvironment: true,
    async make({ accountNumber }, { receiver }) {
      const owner = { accountNumber, environment: "sandbox" } as const;
      const { id } = await newEndpoint(owner, receiver, ["payment.success"]);
      await happen(owner);
      const [delivery] = await deliveriesOf(id);
      return { id, delivery_id: delivery?.id ?? "" };
    },
    missing: () => ({ id: newUlid(), delivery_id: newUuid() }),
  },
  {
    names: /^\/dashboard\/sessions\/\{session_id\}/,
    hasEnvironment: false,
    async make(owner) {
      await signIn(owner);
      const { accountNumber } = owner;
      const session = await db().dashboardSession.findFirstOrThrow({
        where: { accountNumber },
        orderBy: { id: "desc" },
      });
      return { session_id: session.id };
    },
    missing: () => ({ session_id: newUlid() }),
  },
  {
    names: /^\/dashboard\/invitations\/\{invitation_id\}/,
    hasEnvironment: false,
    make: async (owner) => ({ invitation_id: await invitationTo(owner) }),
    missing: () => ({ invitation_id: newUlid() }),
  },
  {
    names: /^\/dashboard\/members\/\{member_id\}/,
    hasEnvironment: false,
    make: async (owner) => ({ member_id: (await memberOf(owner, "developer")).memberId }),
    missing: () => ({ member_id: newUlid() }),
  },
  {
    names: /^\/dashboard\/views\/\{view_id\}/,
    hasEnvironment: true,
    async make(merchant) {
      // The holder becomes a member at the first sign-in.
      await signIn(merchant);
      const owner = { memberId: merchant.accountNumber, environment: "sandbox", list: "transactions" } as const;
      await saveView(owner, { name: "Paid", filters: "status=paid" });
      const [view] = await findViews(owner);
      return { view_id: view?.id ?? "" };
    },
    missing: () => ({ view_id: newUlid() }),
  },
];

/** Paths whose parameter names no object of a merchant, and why. */
const namesNoObject: Readonly<Record<string, string>> = {
  "/user/banks/{type}": "local or foreign: one of two places in the caller's own account",
  "/pay/{slug}": "everybody who has the address may pay",
  "/sandbox/sessions/{token}/clock":
    "the token is the credential; lib/checkout/page/page-actions.http.test.ts forges it",
  "/sandbox/sessions/{token}/simulation": "the token is the credential; see the clock",
};

export const namesObject = ({ path }: { path: string }): boolean => path.includes("{") && !(path in namesNoObject);

export function kindOf(path: string): Kind {
  const kind = kinds.find(({ names }) => names.test(path));
  if (kind) return kind;
  throw new Error(`${path} names an object that tests/attacks/objects.ts cannot make. Add its kind to the list there.`);
}

/** Valid bodies by what they are sent to; without one, the environment alone is sent. */
const bodies: Readonly<Record<string, object>> = {
  "PATCH /accounts/{account_number}": { first_name: "Mine" },
  "PATCH /user/api-keys/{kid}": { name: "Mine" },
  "POST /sandbox/transactions/{transaction_id}/events": { event: "payment.chargeback_opened" },
  "POST /trusted-cards/{uuid}/verify": { amount: "1.50" },
  "POST /trusted-cards/{uuid}/charge": {
    currency: "TTD",
    fee_structure: "customer_pay",
    order_id: "attacked-order",
    response_url: "https://shop.example/return",
    total: "10.00",
  },
  "PATCH /payment-links/{id}": { amount: "5.00", open: "1" },
  "PATCH /user/webhooks/{id}": { events: ["webhook.test"] },
  "POST /user/webhooks/{id}/resend": { since: "2026-01-01T00:00:00Z" },
  "POST /dashboard/members/{member_id}": { role: "support" },
};

export const bodyFor = ({ method, path }: { method: string; path: string }): object =>
  bodies[`${method} ${path}`] ?? {};

export const fill = (path: string, named: Named): string => path.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? "");

/** Until the worker has nothing left to do for a merchant: then only requests change something. */
export async function untilIdle({ accountNumber }: Merchant): Promise<void> {
  const due = { not: null };
  const work = async () => {
    const counts = await Promise.all([
      db().webhookDelivery.count({ where: { endpoint: { accountNumber }, dueAt: due } }),
      db().attempt.count({ where: { session: { accountNumber }, voidAt: due } }),
      db().refund.count({ where: { session: { accountNumber }, dueAt: due } }),
    ]);
    return counts.some((count) => count > 0);
  };
  while (await work()) await new Promise((resolve) => setTimeout(resolve, 20));
}
