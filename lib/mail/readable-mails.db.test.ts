import { beforeAll, describe, expect, it } from "vitest";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { later, minute, now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { avsAnswers } from "@/lib/reference/avs";
import { bankAccountTypes } from "@/lib/reference/banks";
import { networkCodes } from "@/lib/reference/card-networks";
import { feeStructureCodes } from "@/lib/reference/fees";
import { identityDocuments } from "@/lib/reference/identity-documents";
import { languageCodes } from "@/lib/reference/languages";
import { accountTypes, environments, platformCodes } from "@/lib/reference/platforms";
import { purposes } from "@/lib/reference/purposes";
import { roles } from "@/lib/reference/roles";
import {
  bankTypes,
  chargebackStatuses,
  checkoutMethods,
  deliveryStatuses,
  mailKinds,
  refundStatuses,
  sessionStates,
  signedContents,
  transactionStatuses,
  withdrawalTypes,
} from "@/lib/reference/stored-values";
import { loseChargeback, openChargeback, winChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { uniqueEmail } from "@/tests/support/http/accounts";
import { newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { behave, cards, openSession, openShop, pay, sweep, testClient } from "@/tests/support/in-process/checkout";
import { enterCard, openCreation } from "@/tests/support/in-process/stored-cards";
import { mailMember } from "./mail-member";
import { mailMerchant } from "./mail-merchant";

/** Every kind of mail, with amounts of 1,000 and more and with every stored value that a mail can state. */

let shop: Merchant;
let mails: Awaited<ReturnType<typeof findMails>>;

const findMails = () => db().mail.findMany({ orderBy: { id: "asc" } });

beforeAll(async () => {
  shop = await openShop();
  const { accountNumber } = shop;
  for (const currency of ["TTD", "USD"] as const)
    await giveOpeningBalance({ accountNumber, environment: "sandbox", currency }, newUlid(), 10_000_000n);
  await writePayerMails();
  await writeMoneyMails();
  await writeAccessMails();
  await writeMemberMails();
  mails = await findMails();
});

const sandboxOwner = () => ({ accountNumber: shop.accountNumber, environment: "sandbox" as const });

async function writePayerMails(): Promise<void> {
  for (const language of languageCodes) {
    const client = { ...testClient, language };
    const session = await openSession(shop, { total: "1249.50" });
    await pay(session, cards.approved, client);
    await refund(session.transactionId);
    await enterCard(await openCreation(shop), cards.approved, "Ada Lovelace", client);
  }
}

async function refund(transactionId: string): Promise<void> {
  const body = { amount: 111_111n, reason: undefined };
  await requestRefund(callerOf(shop.accountNumber), "sandbox", transactionId, body);
  await sweep();
}

async function writeMoneyMails(): Promise<void> {
  const { accountNumber } = shop;
  const rejected = await openSession(shop, { total: "1249.50" });
  await behave(rejected, { refund: "reject" });
  await pay(rejected, cards.approved);
  await refund(rejected.transactionId);
  for (const decide of [winChargeback, loseChargeback]) {
    const session = await openSession(shop, { total: "1249.50" });
    await pay(session, cards.approved);
    await openChargeback(sandboxOwner(), session.transactionId);
    await decide(sandboxOwner(), session.transactionId);
  }
  for (const type of bankTypes) {
    const bank = { type, currency: "TTD", tail: "4321" };
    await mailMerchant.bankAdded(accountNumber, bank);
    await mailMerchant.bankChanged(accountNumber, bank);
    await mailMerchant.bankRemoved(accountNumber, bank);
  }
  for (const environment of environments) {
    for (const type of withdrawalTypes) {
      const withdrawal = { ...withdrawalFacts, transactionId: newUlid(), type };
      await mailMerchant.withdrawalCreated({ accountNumber, environment }, withdrawal);
      const by = { by: callerOf(accountNumber), confirmBy: later(minute) };
      await mailMerchant.withdrawalHeld({ accountNumber, environment }, withdrawal, by);
    }
  }
}

const withdrawalFacts = {
  currency: "JMD",
  amount: 1_840_000n,
  nameInBank: "Ann Lee",
  recipientName: null,
  bankName: "Republic Bank",
  bankAccountLast4: "8765",
  idNumberLast4: null,
};

async function writeAccessMails(): Promise<void> {
  const { accountNumber } = shop;
  const email = uniqueEmail();
  await mailMerchant.emailChanged(accountNumber, email);
  await mailMerchant.emailChangeRequested(accountNumber, email);
  await mailMerchant.addressLost(accountNumber, "1234567890", email);
  await mailMerchant.passwordChanged(accountNumber);
  await mailMerchant.grantedToNewNetwork(accountNumber, "203.0.113.9");
  await mailMerchant.ownerInvited(accountNumber, email);
  await mailMerchant.ownerMade(accountNumber, email);
  for (const role of roles) await mailMerchant.memberJoined(accountNumber, email, role);
  for (const environment of environments) {
    const owner = { accountNumber, environment };
    const key = { kid: "0123456789abcdef01", name: "Till", environment };
    await mailMerchant.keyCreated(accountNumber, key);
    await mailMerchant.keyRolled(accountNumber, key, { kid: "fedcba9876543210fe", endsAt: now() });
    await mailMerchant.keyRevoked(accountNumber, key);
    await mailMerchant.hashKeyRotated(owner, now());
    await mailMerchant.hashKeyRotated(owner, later(minute));
    await mailMerchant.webhookAdded(callerOf(accountNumber), owner, "https://hooks.shop.example/in");
    await mailMerchant.signedRequestsOff(callerOf(accountNumber), [environment]);
    const endpoint = { ...owner, url: "https://hooks.shop.example/in" };
    await mailMerchant.webhookMoved(callerOf(accountNumber), endpoint, "https://hooks.shop.example/out");
  }
  const closed = { responseHosts: ["shop.example"], frameOrigins: ["https://shop.example"] };
  await mailMerchant.addressesChanged(callerOf(accountNumber), closed, { responseHosts: [], frameOrigins: [] });
  const { id } = await newEndpoint(sandboxOwner(), "https://hooks.shop.example/in");
  await mailMerchant.webhookDisabled(id);
}

async function writeMemberMails(): Promise<void> {
  const { accountNumber } = shop;
  const email = uniqueEmail();
  await mailMember.confirmSignUp(email, newUlid());
  await mailMember.alreadySignedUp(email);
  await mailMember.resetPassword(accountNumber, email, newUlid());
  await mailMember.confirmEmail(accountNumber, email, newUlid());
  await mailMember.confirmEmailChange(accountNumber, email, newUlid());
  for (const role of roles) await mailMember.invited(accountNumber, email, role, newUlid());
  await mailMember.passwordChanged(accountNumber, email);
  await mailMember.secondFactorEnabled(accountNumber, email, { hasEndedTokens: true });
  await mailMember.secondFactorDisabled(accountNumber, email);
}

/** What the reader sees: subject, text, and HTML without tags. */
const visibleTexts = ({ subject, text, html }: (typeof mails)[number]): string[] => [
  subject,
  text,
  html.slice(html.indexOf("<body")).replace(/<[^>]*>/g, " "),
];

const storedValues: readonly string[] = [
  ...accountTypes,
  ...avsAnswers,
  ...bankAccountTypes,
  ...bankTypes,
  ...chargebackStatuses,
  ...checkoutMethods,
  ...deliveryStatuses,
  ...environments,
  ...feeStructureCodes,
  ...identityDocuments,
  ...mailKinds,
  ...networkCodes,
  ...platformCodes,
  ...purposes,
  ...refundStatuses,
  ...roles,
  ...sessionStates,
  ...signedContents,
  ...transactionStatuses,
  ...withdrawalTypes,
];
/** Stored values that are no words of the language. The others may be part of a sentence, such as "live". */
const artificialValues = storedValues.filter((value) => /_|\d|^sandbox$|^[A-Z]+$/.test(value));

describe("the mails", () => {
  it("are of every kind and every language", () => {
    expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(mailKinds));
    expect(new Set(mails.map(({ language }) => language))).toEqual(new Set(languageCodes));
  });

  it("have subjects of at most 70 characters, which a mail program shows in one line", () => {
    for (const { subject } of mails) expect([...subject].length, subject).toBeLessThanOrEqual(70);
  });

  it("format every amount of 1,000 or more", () => {
    const texts = mails.flatMap(visibleTexts);
    for (const text of texts) expect(text).not.toMatch(/\d{4,}\.\d\d(?!\d)/);
    for (const amount of ["TTD\u00a01,249.50", "JMD\u00a018,400.00", "TTD\u00a01,111.11", "1\u202f111,11\u00a0TTD"])
      expect(texts.some((text) => text.includes(amount))).toBe(true);
  });

  it("show no stored value", () => {
    const values = new RegExp(`(?<![\\w/-])(${artificialValues.join("|")})(?![\\w/-])`);
    for (const text of mails.flatMap(visibleTexts)) expect(text).not.toMatch(values);
    const facts = mails.flatMap(({ text }) => [...text.matchAll(/^[^\n:]+: (.*)$/gm)].map(([, value = ""]) => value));
    expect(facts.length).toBeGreaterThan(200);
    expect(facts.filter((value) => storedValues.includes(value))).toEqual([]);
  });

  it("name times in the account's zone, and never in ISO 8601", () => {
    for (const text of mails.flatMap(visibleTexts)) expect(text).not.toMatch(/\d{4}-\d\d-\d\dT|GMT[-+]\d/);
    const times = mails.flatMap(({ text }) => text.match(/^Time: .*$/gm) ?? []);
    expect(times.length).toBeGreaterThan(10);
    for (const time of times) expect(time).toMatch(/^Time: \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d AST$/);
  });

  it("leave no placeholder and no doubled full stop", () => {
    for (const text of mails.flatMap(visibleTexts)) {
      // A whole word: a random token in a link can contain the letters.
      const missing = /\{\w+\}|\.\.(\s|$)|(?<![\w-])(undefined|null|NaN)(?![\w-])/;
      expect(text.replace("{account_number}", "")).not.toMatch(missing);
    }
  });
});
