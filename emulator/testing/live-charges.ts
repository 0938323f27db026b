import { firstEmulator } from "@/emulator/emulators";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { insertTerminal } from "@/lib/gateway/terminals/terminal-store";
import { later, minute, now } from "@/lib/kit/clock";
import { newTransactionId, newUlid, newUuid } from "@/lib/kit/ids";
import type { Currency } from "@/lib/reference/currencies";
import { openTestAccount } from "@/tests/support/http/accounts";

/** Rows of live charges at PowerTranz, as the product leaves them. No call is made, and the ledger stays empty. */

type TerminalFacts = { createdAt?: Date; baseAddress?: string; merchantId?: string; currency?: Currency };

/** A terminal in Trinidad & Tobago. Nothing listens at its address unless the test names another. */
export async function addTerminal(facts: TerminalFacts = {}): Promise<string> {
  const { createdAt = now(), baseAddress = nowhere, merchantId = "99901005", currency = "TTD" } = facts;
  const id = newUlid();
  const credentials = { baseAddress, merchantId, secrets: { password: "a password" } };
  await insertTerminal({ id, acquirer: firstEmulator.acquirer, platform: "TT", currency, credentials, createdAt });
  return id;
}

const nowhere = "http://127.0.0.1:1/api/";

export type LiveCharge = {
  sessionId: string;
  attemptId: string;
  identifier: string;
  transactionId: string;
  accountNumber: string;
};

type Facts = {
  terminalId: string;
  at: Date;
  amount?: bigint;
  attempt?: Partial<Prisma.AttemptUncheckedCreateInput>;
};

export async function addLiveCharge({ terminalId, at, amount = 1000n, attempt }: Facts): Promise<LiveCharge> {
  const { accountNumber } = await openTestAccount();
  const [sessionId, attemptId, identifier] = [newUlid(at), newUlid(at), newUuid()];
  const transactionId = newTransactionId("live");
  const money = { platform: "TT", currency: "TTD", environment: "live" } as const;
  await db().checkoutSession.create({
    data: {
      ...money,
      id: sessionId,
      transactionId,
      accountNumber,
      total: amount,
      customerFee: 0n,
      merchantFee: 0n,
      feeStructure: "merchant_absorb",
      method: "credit_card_co",
      orderId: sessionId,
      origin: "tests",
      responseUrl: "https://shop.example/return",
      avs: false,
      acceptedAt: at,
      expiresAt: later(3 * minute, at),
    },
  });
  await db().attempt.create({
    data: {
      ...money,
      id: attemptId,
      sessionId,
      amount,
      state: "approved",
      cardLast4: "1111",
      cardNetwork: "visa",
      cardFingerprint: new Uint8Array(32),
      addressDigest: new Uint8Array(32),
      startedAt: at,
      calledAt: at,
      terminalId,
      ...attempt,
    },
  });
  await db().powertranzCharge.create({
    data: {
      attemptId,
      transactionIdentifier: identifier,
      terminalId,
      amount,
      currency: "TTD",
      network: "visa",
      requiresAuthentication: false,
      saleSentAt: at,
      saleEndedAt: at,
      paymentSentAt: at,
      paymentEndedAt: at,
      approvedAt: at,
    },
  });
  return { sessionId, attemptId, identifier, transactionId, accountNumber };
}

type RefundFacts = { at: Date; amount: bigint; status?: "refunded" | "sent" | "rejected" };

/** A refund of the merchant. Returns its id. */
export async function addLiveRefund(charge: LiveCharge, { at, amount, status = "refunded" }: RefundFacts) {
  const id = newUlid(at);
  const { sessionId, attemptId } = charge;
  const end = status === "sent" ? { dueAt: later(minute, at) } : { endedAt: at };
  await db().refund.create({
    data: { id, sessionId, attemptId, amount, status, requestedAt: at, calledAt: at, ...end },
  });
  const gatewayStatus = status === "rejected" ? "declined" : status;
  await db().powertranzRefund.create({ data: { refundId: id, attemptId, amount, sentAt: at, status: gatewayStatus } });
  return id;
}
