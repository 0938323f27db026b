import { setClock } from "@/lib/checkout/page/sandbox-store";
import { submitPayment } from "@/lib/checkout/pay/submit-payment";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { readCheckoutToken } from "@/lib/checkout/session/session-token";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { newUlid } from "@/lib/kit/ids";
import { parseMinor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { chargeCard } from "@/lib/trusted-cards/charge-card";
import { createCard } from "@/lib/trusted-cards/create-card";
import { verifyCard } from "@/lib/trusted-cards/verify-card";
import { formWith, recordOf, type TestSession, testClient } from "./checkout";

/** Stored cards for tests: driven by the use-cases that the routes call. */

const responseUrl = "https://shop.example/return";

export const callerOf = ({ accountNumber }: Merchant): Caller =>
  ({ accountNumber, homePlatform: "TT", credential: { kind: "bearer", familyId: "" } }) as Caller;

/** With its clock stopped: nothing happens in it but what a test does. */
async function sessionAt(url: string, transactionId: string): Promise<TestSession> {
  const token = url.split("/").at(-1) ?? "";
  const id = readCheckoutToken(token) ?? "";
  await setClock(id, 0, true);
  return { id, token, transactionId, orderId: transactionId };
}

/** A page on which a card can be stored. */
export async function openCreation(shop: Merchant, environment: Environment = "sandbox"): Promise<TestSession> {
  const { url, transaction_id } = await createCard(callerOf(shop), environment, { response_url: responseUrl });
  return sessionAt(url, transaction_id);
}

export const enterCard = ({ token }: TestSession, number: string, name = "Ada Lovelace", client = testClient) =>
  submitPayment(token, { ...formWith(number), card_name: name, email: "ada@example.com", consent: "yes" }, client);

export const enterCode = ({ token }: TestSession, cvc = "123") => submitPayment(token, { cvc }, testClient);

/** The card that a session stored, or null. */
export const cardOf = ({ id }: TestSession) => db().trustedCard.findUnique({ where: { sessionId: id } });

export type StoredCard = { session: TestSession; uuid: string; attemptId: string; amount: bigint };

export async function storeCard(shop: Merchant, number: string): Promise<StoredCard> {
  const session = await openCreation(shop);
  await enterCard(session, number);
  const card = await cardOf(session);
  if (!card) throw new Error("The card was not stored.");
  return { session, uuid: card.uuid, attemptId: card.attemptId, amount: (await recordOf(session)).total };
}

type CardId = Pick<StoredCard, "uuid">;

export const verify = (shop: Merchant, { uuid }: CardId, amount: bigint, environment: Environment = "sandbox") =>
  verifyCard(callerOf(shop), environment, uuid, { amount });

export async function openCharge(
  shop: Merchant,
  { uuid }: CardId,
  { orderId = newUlid(), environment = "sandbox" }: { orderId?: string; environment?: Environment } = {},
): Promise<TestSession> {
  const { url, transaction_id } = await chargeCard(callerOf(shop), environment, uuid, {
    currency: "TTD",
    fee_structure: "customer_pay",
    order_id: orderId,
    response_url: responseUrl,
    total: parseMinor("10.00") ?? 0n,
  });
  return sessionAt(url, transaction_id);
}

/** What the vault has of a try: the number is there, or was destroyed; null where it never was. */
export async function vaultHas(attemptId: string): Promise<"number" | "nothing" | null> {
  const row = await db().vaultCard.findUnique({ where: { id: attemptId } });
  return row && (row.shreddedAt ? "nothing" : "number");
}

/** The suspense balance of a merchant's micro-charges. */
export async function inSuspense({ accountNumber }: Merchant): Promise<bigint> {
  const lines = await db().ledgerLine.aggregate({
    where: { book: "suspense", journal: { accountNumber } },
    _sum: { amount: true },
  });
  return lines._sum.amount ?? 0n;
}
