import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay, timelineOf } from "@/tests/support/in-process/checkout";
import { resendReceipt } from "./resend-receipt";

async function paid() {
  const shop = await openShop();
  const session = await openSession(shop);
  await pay(session, cards.approved);
  const receipts = () =>
    db().mail.findMany({ where: { accountNumber: shop.accountNumber, kind: "receipt" }, orderBy: { id: "asc" } });
  const resend = () => resendReceipt(callerOf(shop.accountNumber), "sandbox", session.transactionId);
  return { shop, session, receipts, resend };
}

it("sends the same receipt to the same address again, with a timeline event and an audit entry", async () => {
  const { shop, session, receipts, resend } = await paid();
  const [first] = await receipts();
  expect(await resend()).toEqual({ message: "OK", data: { recipient: first?.recipient } });
  const [, second, ...more] = await receipts();
  expect(more).toEqual([]);
  const { subject, text, html, recipient } = first ?? {};
  expect(second).toMatchObject({ subject, text, html, recipient });
  expect((await timelineOf(session)).at(-1)).toBe("receipt_resent");
  const entry = await db().auditEntry.findFirstOrThrow({
    where: { accountNumber: shop.accountNumber },
    orderBy: { sequence: "desc" },
  });
  expect(entry).toMatchObject({ action: "receipt.resent", subject: session.transactionId });
});

it("sends a receipt again at most five times, even at the same moment", async () => {
  const { receipts, resend } = await paid();
  const results = await Promise.allSettled(Array.from({ length: 7 }, resend));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(await receipts()).toHaveLength(6);
  await expect(resend()).rejects.toThrow("resent 5 times");
});

it("refuses a payment that is not paid, has no address, or belongs to another merchant or environment", async () => {
  const { shop, session, receipts, resend } = await paid();
  const open = await openSession(shop);
  const other = await openShop();
  const caller = callerOf(shop.accountNumber);
  await expect(resendReceipt(caller, "sandbox", open.transactionId)).rejects.toThrow("Only a paid transaction");
  await expect(resendReceipt(caller, "live", session.transactionId)).rejects.toMatchObject({ status: 400 });
  const stranger = resendReceipt(callerOf(other.accountNumber), "sandbox", session.transactionId);
  await expect(stranger).rejects.toMatchObject({ status: 400 });
  await db().checkoutSession.update({ where: { id: session.id }, data: { email: null } });
  await expect(resend()).rejects.toThrow("The customer gave no email address.");
  expect(await receipts()).toHaveLength(1);
});
