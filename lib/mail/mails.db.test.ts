import { beforeEach, describe, expect, it } from "vitest";
import { saveAddresses } from "@/lib/accounts/allowed-addresses";
import { changeSignedRequests } from "@/lib/accounts/settings/change-settings";
import { createApiKey, revokeApiKey, rollApiKey } from "@/lib/auth/keys/manage-keys";
import { addBank, removeBank, updateBank } from "@/lib/bank-accounts/bank-accounts";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { cardName } from "@/lib/format/card-name";
import { formatMoney, moneyParts } from "@/lib/format/money";
import { withdrawalTypeWords } from "@/lib/format/value-words";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { fillIn } from "@/lib/kit/text/fill-in";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { confirmEmail } from "@/lib/members/confirm-email";
import { type Language, languageCodes } from "@/lib/reference/languages";
import { moneySentences } from "@/lib/reference/money-sentences";
import { allScopes } from "@/lib/reference/scopes";
import type { mailKinds } from "@/lib/reference/stored-values";
import { openChargeback, winChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { confirmWithdrawal } from "@/lib/withdrawals/answer-hold";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { mailsTo, ticketFor } from "@/tests/support/http/members";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { update } from "@/tests/support/http/sub-accounts";
import { deliverDue, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { banked, callerOf, fund, localBank, unbanked } from "@/tests/support/http/withdrawals";
import {
  behave,
  cards,
  openSession,
  openShop,
  pay,
  recordOf,
  sweep,
  testClient,
} from "@/tests/support/in-process/checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import { enterCard, enterCode, openCharge, openCreation, verify } from "@/tests/support/in-process/stored-cards";
import { withInlineImages } from "./images/embedded-images";
import { mailImages } from "./images/images";
import { toSmtpMessage } from "./message";
import { mailWords } from "./words/words-of";

const displayName = "Doubles & <b>Co</b>";
const supportContact = "help@doubles.example";
let shop: Merchant;

beforeEach(async () => {
  shop = await openShop();
  const { accountNumber } = shop;
  await db().merchantSettings.update({ where: { accountNumber }, data: { displayName, supportContact } });
  await giveOpeningBalance({ accountNumber, environment: "sandbox", currency: "TTD" }, newUlid(), 100_000n);
});

const mailsOf = ({ accountNumber }: Merchant) =>
  db().mail.findMany({ where: { accountNumber }, orderBy: { id: "asc" } });

async function theMail(kind: (typeof mailKinds)[number]) {
  const mails = (await mailsOf(shop)).filter((mail) => mail.kind === kind);
  expect(mails, kind).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error("The mail does not exist.");
  // Every mail has all placeholders filled, no full card number, and the shop's name as escaped text. The id of an API
  // key is random and may look like a card number.
  const { accountNumber } = shop;
  const keys = await db().apiKey.findMany({ where: { accountNumber }, select: { kid: true } });
  const words = keys.reduce((text, { kid }) => text.replaceAll(kid, ""), mail.subject + mail.text + mail.html);
  expect(words).not.toMatch(/\{(amount|merchant|name)\}|\d{12,}|svc_(test|live)_|undefined|null/);
  expect(mail.html).not.toContain("<b>");
  return mail;
}

async function refundAll(transactionId: string): Promise<void> {
  await requestRefund(callerOf(shop.accountNumber), "sandbox", transactionId, { amount: undefined, reason: undefined });
  await sweep();
}

describe.each(drawCases(languageCodes, 3))("a customer who pays on the checkout page in %s", (language: Language) => {
  const words = mailWords(language);
  const client = { ...testClient, language };

  it("gets the receipt and the mail about a refund in that language", async () => {
    const session = await openSession(shop);
    await pay(session, cards.declined, { language: "en" });
    expect(await mailsOf(shop)).toEqual([]);
    await pay(session, cards.approved, client);
    const receipt = await theMail("receipt");
    expect(receipt).toMatchObject({ recipient: "ada@example.com", language, environment: "sandbox", dueAt: null });
    const paid = formatMoney({ amount: "12.05", currency: "TTD", language });
    expect(receipt.subject).toContain(paid);
    for (const part of [
      `${displayName}\n${fillIn(words.receipt.heading, { order: session.orderId })}\n`,
      `${words.receipt.paid}: ${paid}\n`,
      `${words.facts.total}: ${paid}\n`,
      `${words.facts.card}: ${cardName("visa", "1111", language)}\n`,
      `${words.facts.reference}: ${(await recordOf(session)).reference}\n`,
      `${words.facts.paymentId}: ${session.transactionId}\n`,
      moneySentences[language].payment.charged,
      supportContact,
      words.test,
      fillIn(words.footer, { merchant: displayName }),
    ]) {
      expect(receipt.text).toContain(part);
    }
    expect(receipt.html).toContain('href="mailto:help@doubles.example"');
    expect(receipt.html).toContain("Doubles &amp; &lt;b&gt;Co&lt;/b&gt;");

    await refundAll(session.transactionId);
    const refund = await theMail("refund");
    expect(refund).toMatchObject({ recipient: "ada@example.com", language });
    expect(refund.text).toContain(words.refund.wait);
    expect(refund.text).toContain(`${words.refund.refunded}: ${paid}\n`);
  });

  it("gets a mail that a card is stored, with how to verify it and a contact, and without the charged amount", async () => {
    const session = await openCreation(shop);
    await enterCard(session, cards.approved, "Ada Lovelace", client);
    const mail = await theMail("card_stored");
    const { total } = await db().checkoutSession.findUniqueOrThrow({ where: { id: session.id } });
    expect(mail).toMatchObject({ recipient: "ada@example.com", language });
    expect(mail.text).toContain(moneySentences[language].card_create.charged);
    const range = [50n, 199n].map((amount) => formatMoney({ amount, currency: "USD", language }));
    for (const end of range) expect(mail.text).toContain(end);
    expect(mail.text).toContain("Ada Lovelace");
    expect(mail.text).toContain(supportContact);
    expect(mail.text).toContain(cardName("visa", "1111", language));
    const withoutRange = range.reduce((text, end) => text.replace(end, ""), mail.text);
    expect(withoutRange).not.toContain(moneyParts({ amount: total, currency: "USD", language }).number);
  });
});

it("a receipt carries the merchant's picture and colour, and shows the initial after the picture was removed", async () => {
  const { accountNumber } = shop;
  const id = newUlid();
  const png = new Uint8Array(Buffer.from(mailImages.symbol, "base64"));
  await db().picture.create({ data: { accountNumber, id, png, createdAt: now() } });
  await db().merchantSettings.update({ where: { accountNumber }, data: { accentColour: "#b9432f" } });
  await pay(await openSession(shop), cards.approved);
  const receipt = await theMail("receipt");
  expect(receipt.html).toContain("linear-gradient(#b9432f, #b9432f)");
  const sent = await toSmtpMessage(receipt, "pay@tradewind.example");
  const names = ["picture-", "visa", "symbol", "symbol-dark"].map((name) => `${name}${name === "picture-" ? id : ""}`);
  expect(sent.attachments?.map(({ cid }) => cid)).toEqual(names.map((name) => `${name}@tradewind`));
  expect(sent.attachments?.[0]?.content).toEqual(Buffer.from(png));
  expect(await withInlineImages(receipt.html)).not.toContain("cid:");

  await db().picture.delete({ where: { accountNumber } });
  const later = await toSmtpMessage(receipt, "pay@tradewind.example");
  expect(later.attachments).toHaveLength(3);
  expect(later.html).not.toContain("picture-");
  expect(later.html).toMatch(/bgcolor="#b9432f"[^>]*>D<\/td>/);
});

it("mails a receipt for a charge of a stored card, nothing for a refunded micro-charge, and nothing without an address", async () => {
  const session = await openCreation(shop);
  await enterCard(session, cards.approved);
  const { uuid, attemptId } = await db().trustedCard.findUniqueOrThrow({ where: { sessionId: session.id } });
  const { total: amount } = await db().checkoutSession.findUniqueOrThrow({ where: { id: session.id } });
  const card = { session, uuid, attemptId, amount };
  await verify(shop, card, amount);
  await sweep();
  const charge = await openCharge(shop, card);
  await enterCode(charge);
  expect((await theMail("receipt")).text).toContain(charge.transactionId);
  const another = await openCharge(shop, card);
  await db().checkoutSession.update({ where: { id: another.id }, data: { email: null } });
  expect(await enterCode(another)).toMatchObject({ money: "charged" });
  expect((await mailsOf(shop)).map(({ kind }) => kind)).toEqual(["card_stored", "receipt"]);
});

describe("a merchant gets a mail in English when", () => {
  const caller = () => callerOf(shop.accountNumber);
  const newKey = async (): Promise<string> =>
    (await createApiKey(caller(), { name: "Till <1>", environment: "sandbox", scopes: ["svc-user-all"] })).data.kid;

  it("an API key is created, rolled or revoked", async () => {
    const kid = await newKey();
    const created = await theMail("key_created");
    expect(created).toMatchObject({
      recipient: shop.email,
      language: "en",
      environment: "live",
      dueAt: expect.any(Date),
    });
    expect(created.text).toContain(`Key: ${kid}`);
    const { data } = await rollApiKey(caller(), kid, 60);
    const rolled = await theMail("key_rolled");
    expect(rolled.text).toContain(`Key: ${data.kid}`);
    expect(rolled.text).toContain(`Old key: ${kid}`);
    await revokeApiKey(caller(), data.kid);
    expect((await theMail("key_revoked")).text).toContain("Name: Till <1>");
  });

  it("the password changes, a new email address is requested, and the new address is confirmed", async () => {
    const { accountNumber, email: old, password } = await openTestAccount();
    const email = uniqueEmail();
    const own = callerOf(accountNumber);
    const changed = "Another-2026-password";
    await update(own, accountNumber, { email, password: changed, old_password: password });
    const subjectsTo = async (recipient: string) => (await mailsTo(recipient)).map(({ subject }) => subject);
    const requested = ["A change of your email address was requested", "The password of your account was changed"];
    expect([await subjectsTo(old), await subjectsTo(email)]).toEqual([requested, ["Confirm your new email address"]]);
    await update(own, accountNumber, { first_name: "Ann" });
    await confirmEmail(await ticketFor(email));
    expect(await subjectsTo(old)).toEqual([...requested, "The email address of your account was changed"]);
    await update(own, accountNumber, { email, old_password: changed });
    expect([(await subjectsTo(old)).length, (await subjectsTo(email)).length]).toEqual([3, 1]);
  });

  it("a bank account is added, changed or removed", async () => {
    await addBank(caller(), "local", localBank);
    await expect(addBank(caller(), "local", localBank)).rejects.toMatchObject({ status: 409 });
    expect((await theMail("bank_added")).text).toContain("Number: •••• 4321");
    await updateBank(caller(), "local", { name_in_bank: "Ann Lee" });
    await theMail("bank_changed");
    await removeBank(caller(), "local");
    await expect(removeBank(caller(), "local")).rejects.toMatchObject({ status: 400 });
    await theMail("bank_removed");
  });

  it("a live withdrawal is created, without a rate limit, and the mail names the recipient", async () => {
    const { accountNumber } = shop;
    await fund(accountNumber, 100_000n, "live");
    await createWithdrawal(caller(), "sandbox", unbanked("1.00"));
    const { data } = await createWithdrawal(caller(), "live", banked("12.34"));
    const facts = ["TTD\u00a012.34", withdrawalTypeWords.sub_banked, "Recipient: Ann Lee", "Number: •••• 8765"];
    const sent = { recipient: shop.email, environment: "live", dueAt: expect.any(Date) };
    const expectMail = async (kind: "withdrawal_held" | "withdrawal_created") => {
      const mail = await theMail(kind);
      expect(mail).toMatchObject(sent);
      for (const fact of facts) expect(mail.text).toContain(fact);
    };
    await expectMail("withdrawal_held");
    await confirmWithdrawal(caller(), "live", data.transaction_id);
    await createWithdrawal(caller(), "live", banked("12.34"));
    await expectMail("withdrawal_created");

    const countOf = (kind: string) => db().mail.count({ where: { accountNumber, kind, dueAt: { not: null } } });
    for (let turn = 0; turn < 20; turn++) await createWithdrawal(caller(), "live", unbanked("1.00"));
    for (let turn = 0; turn < 20; turn++) await createWithdrawal(caller(), "live", banked("1.00"));
    expect([await countOf("withdrawal_held"), await countOf("withdrawal_created")]).toEqual([21, 21]);
  });

  it("a webhook endpoint is added or disabled, once each, without the query of its URL", async () => {
    const receiver = await startReceiver(saying(410));
    const owner = { accountNumber: shop.accountNumber, environment: "sandbox" as const };
    await newEndpoint(owner, `${receiver.url}?key=hidden`);
    expect((await theMail("webhook_added")).text).toContain(`Endpoint: ${receiver.url}\n`);
    expect((await theMail("webhook_added")).text).toContain("Added by: an access token of your account\n");
    await happen(owner);
    await happen(owner);
    await deliverDue();
    receiver.close();
    const mail = await theMail("webhook_disabled");
    expect(mail.text).toContain(`Endpoint: ${receiver.url}\n`);
    expect(mail).toMatchObject({ recipient: shop.email, environment: "sandbox" });
  });

  it("the URL of a webhook endpoint changes, with both URLs and the actor", async () => {
    const owner = { accountNumber: shop.accountNumber, environment: "live" as const };
    const { id } = await newEndpoint(owner, "https://hooks.shop.example/in?key=hidden");
    const { kid } = (await createApiKey(caller(), { name: "Till", environment: "live", scopes: [...allScopes] })).data;
    const byKey: Caller = { ...caller(), credential: { kind: "api-key", kid, environment: "live" } };
    await updateWebhook(byKey, id, { url: "https://hooks.shop.example/in?key=hidden", enabled: true });
    expect((await mailsOf(shop)).map(({ kind }) => kind)).not.toContain("webhook_moved");
    await updateWebhook(byKey, id, { url: "https://evil.example/in?key=another" });
    const mail = await theMail("webhook_moved");
    expect(mail).toMatchObject({ recipient: shop.email, environment: "live", dueAt: expect.any(Date) });
    for (const part of [
      "Old address: https://hooks.shop.example/in\n",
      "New address: https://evil.example/in\n",
      `Changed by: API key Till (${kid})`,
      "Time: ",
      "If this was not you, disable the endpoint",
    ]) {
      expect(mail.text).toContain(part);
    }
    expect(mail.text).not.toContain("key=");
  });

  it("signatures of payment requests are no longer required, with the actor, and not if they are required again", async () => {
    await changeSignedRequests(caller(), { sandbox: true, live: true });
    await changeSignedRequests(caller(), { sandbox: true });
    expect(await mailsOf(shop)).toEqual([]);
    const { kid } = (await createApiKey(caller(), { name: "Till", environment: "live", scopes: [...allScopes] })).data;
    const byKey: Caller = { ...caller(), credential: { kind: "api-key", kid, environment: "live" } };
    await changeSignedRequests(byKey, { live: false });
    const mail = await theMail("signed_requests_off");
    expect(mail).toMatchObject({ recipient: shop.email, environment: "live", dueAt: expect.any(Date) });
    for (const part of ["Mode: Live\n", `Changed by: API key Till (${kid})`, "Time: ", "If this was not you, "]) {
      expect(mail.text).toContain(part);
    }
  });

  it("the allowed addresses change, with both lists and the actor, and not if they stay the same", async () => {
    const { accountNumber } = shop;
    await db().merchantSettings.update({ where: { accountNumber }, data: { responseHosts: ["shop.example"] } });
    await saveAddresses(caller(), { response_hosts: ["shop.example"] });
    expect(await mailsOf(shop)).toEqual([]);
    await saveAddresses(caller(), {
      response_hosts: ["shop.example", "evil.example"],
      frame_origins: ["https://evil.example"],
    });
    const mail = await theMail("addresses_changed");
    expect(mail).toMatchObject({ recipient: shop.email, environment: "live", dueAt: expect.any(Date) });
    for (const part of [
      "Old hosts: shop.example\n",
      "New hosts: shop.example, evil.example\n",
      "Old sites: none\n",
      "New sites: https://evil.example\n",
      "Changed by: an access token of your account\n",
      "Time: ",
      "If this was not you, ",
    ]) {
      expect(mail.text).toContain(part);
    }
  });

  it("a refund is rejected, and the customer gets none", async () => {
    const session = await openSession(shop);
    await behave(session, { refund: "reject" });
    await pay(session, cards.approved);
    await refundAll(session.transactionId);
    const { text } = await theMail("refund_rejected");
    expect(text).toContain(`Reference: ${(await recordOf(session)).reference}\nPayment ID: ${session.transactionId}\n`);
    expect((await mailsOf(shop)).map(({ kind }) => kind)).toEqual(["receipt", "refund_rejected"]);
  });

  it("a chargeback is opened or decided", async () => {
    const session = await openSession(shop);
    await pay(session, cards.approved);
    const owner = { accountNumber: shop.accountNumber, environment: "sandbox" as const };
    await openChargeback(owner, session.transactionId);
    const mail = await theMail("chargeback_opened");
    expect(mail).toMatchObject({ recipient: shop.email, environment: "sandbox" });
    expect(mail.text).toContain("Amount: TTD\u00a012.05");
    await winChargeback(owner, session.transactionId);
    expect((await theMail("chargeback_decided")).subject).toBe(`The chargeback for order ${session.orderId} was won`);
  });
});
