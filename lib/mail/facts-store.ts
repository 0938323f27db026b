import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { soldOf } from "@/lib/format/sold";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { isLinkPage } from "@/lib/kit/own-pages";
import { languageCodes, languageDefault } from "@/lib/reference/languages";
import { isName } from "./phrases";

/** Reads the facts that mails state, in the transaction that causes the mail. */

export type PaymentFacts = ReturnType<typeof toPaymentFacts>;

const paymentFields = {
  id: true,
  accountNumber: true,
  environment: true,
  purpose: true,
  transactionId: true,
  reference: true,
  orderId: true,
  paymentLink: { select: { title: true } },
  quantity: true,
  platform: true,
  currency: true,
  total: true,
  customerFee: true,
  card: true,
  cardNetwork: true,
  responseUrl: true,
  finalisedAt: true,
  email: true,
  firstName: true,
  lastName: true,
  language: true,
  account: {
    select: {
      firstName: true,
      lastName: true,
      email: true,
      deletedAt: true,
      settings: { select: { displayName: true, supportContact: true, accentColour: true } },
      picture: { select: { id: true } },
    },
  },
} as const satisfies Prisma.CheckoutSessionSelect;

export type PaymentRow = Prisma.CheckoutSessionGetPayload<{ select: typeof paymentFields }>;

export function toPaymentFacts({ account, ...row }: PaymentRow) {
  return {
    sessionId: row.id,
    owner: { accountNumber: row.accountNumber, environment: row.environment } satisfies Owner,
    purpose: row.purpose,
    transactionId: row.transactionId,
    reference: row.reference,
    orderId: row.orderId,
    /** What a payment link sold. Null without a link. */
    sold: row.paymentLink && soldOf({ ...row.paymentLink, quantity: row.quantity }),
    platform: row.platform,
    currency: row.currency,
    /** The total that the merchant requested. The customer also pays the fee. */
    total: row.total,
    fee: row.customerFee,
    cardNetwork: row.cardNetwork,
    /** The last four digits of the card, or null if the payer tried no card. */
    cardLast4: row.card?.slice(-4) ?? null,
    finalisedAt: row.finalisedAt,
    merchant: {
      name: account.settings?.displayName ?? ownName(account, row.accountNumber),
      support: account.settings?.supportContact ?? null,
      email: account.deletedAt ? null : account.email,
      colour: account.settings?.accentColour ?? null,
      /** The id of the picture. */
      picture: account.picture?.id ?? null,
      /** The origin of the address to which the customer returns. Null for a payment link without a shop. */
      shopUrl: isLinkPage(row.responseUrl) ? null : `${new URL(row.responseUrl).origin}/`,
    },
    payer: {
      name: [row.firstName, row.lastName].filter(Boolean).join(" "),
      email: row.email,
      language: languageCodes.find((code) => code === row.language) ?? languageDefault,
    },
  };
}

/**
 * The account's name in mails. Accounts choose their names without a review, so a text that does not look like a name
 * is replaced by the account number.
 */
function ownName({ firstName, lastName }: { firstName: string; lastName: string }, accountNumber: string): string {
  const name = `${firstName} ${lastName}`;
  return isName(name) ? name : accountNumber;
}

export async function findPayment(sessionId: string): Promise<PaymentFacts> {
  const row = await db().checkoutSession.findUniqueOrThrow({
    where: { id: sessionId },
    relationLoadStrategy: "join",
    select: paymentFields,
  });
  return toPaymentFacts(row);
}

export async function findRefundFacts(id: string) {
  const { session, ...refund } = await db().refund.findUniqueOrThrow({
    where: { id },
    relationLoadStrategy: "join",
    select: { amount: true, endedAt: true, session: { select: paymentFields } },
  });
  return { ...refund, payment: toPaymentFacts(session) };
}

export async function findChargeback(sessionId: string) {
  const { session, ...chargeback } = await db().chargeback.findUniqueOrThrow({
    where: { sessionId },
    relationLoadStrategy: "join",
    select: { amount: true, status: true, openedAt: true, session: { select: paymentFields } },
  });
  return { ...chargeback, payment: toPaymentFacts(session) };
}

/** The data of the account that mail to its merchant needs. */
export function findMerchantFacts(accountNumber: string) {
  return db().account.findFirst({
    where: { accountNumber, deletedAt: null },
    select: {
      accountNumber: true,
      email: true,
      firstName: true,
      lastName: true,
      homePlatform: true,
      sandboxOnly: true,
      createdByNumber: true,
    },
  });
}

export type MerchantRow = NonNullable<Awaited<ReturnType<typeof findMerchantFacts>>>;

export function findWebhook(id: string) {
  return db().webhookEndpoint.findUniqueOrThrow({
    where: { id },
    select: { accountNumber: true, environment: true, url: true, disabledBecause: true },
  });
}

/** Describes the caller in words that the merchant recognises, such as an email address. */
export async function findActor({ credential, accountNumber }: Caller): Promise<string> {
  switch (credential.kind) {
    case "member": {
      const member = await db().member.findFirst({
        where: { id: credential.memberId, accountNumber },
        select: { email: true, account: { select: { email: true } } },
      });
      return member?.email ?? member?.account.email ?? "a member of your team";
    }
    case "api-key": {
      const key = await db().apiKey.findFirst({
        where: { kid: credential.kid, accountNumber },
        select: { name: true },
      });
      return `API key ${key?.name ?? ""} (${credential.kid})`;
    }
    case "bearer":
      return "an access token of your account";
  }
}
