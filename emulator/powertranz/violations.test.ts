import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { powertranzEmulator } from "./emulator";
import { credentials, Merchant, saleBody, visit } from "./testing/merchant";
import { type WireRule, wireRules } from "./violations";

const emulator = await startForTests(powertranzEmulator);
const merchant = new Merchant(emulator.baseAddress);
const covered = new Set<WireRule>();

const card = "4012000000020071";

function expectRules(...rules: WireRule[]): void {
  expect(emulator.state().violations.map(({ rule }) => rule)).toEqual(rules);
  for (const rule of rules) covered.add(rule);
}

type Changes = Record<string, unknown>;
const source = (changes: Changes) => ({ Source: { ...(saleBody(card).Source as Changes), ...changes } });
const billing = (changes: Changes) => ({
  BillingAddress: { ...(saleBody(card).BillingAddress as Changes), ...changes },
});
const noContact = { EmailAddress: undefined, PhoneNumber: undefined };
const extended = (changes: Changes) => ({ ExtendedData: { ...(saleBody(card).ExtendedData as Changes), ...changes } });

describe("a sale is checked for", () => {
  const cases: [WireRule, Changes, isoCode: string][] = [
    ["transaction_identifier_missing", { TransactionIdentifier: undefined }, "97"],
    ["transaction_identifier_not_guid", { TransactionIdentifier: "attempt-1" }, "97"],
    ["amount_missing", { TotalAmount: undefined }, "97"],
    ["amount_not_number", { TotalAmount: "12.50" }, "97"],
    ["amount_format", { TotalAmount: -1 }, "97"],
    ["amount_format", { TotalAmount: 1e21 }, "97"],
    ["amount_decimals", { TotalAmount: 12.505 }, "97"],
    ["currency_format", { CurrencyCode: 780 }, "97"],
    ["currency_format", { CurrencyCode: "TTD" }, "97"],
    ["currency_format", { CurrencyCode: "52" }, "97"],
    ["source_missing", { Source: undefined }, "97"],
    ["card_number_format", source({ CardPan: "4012 0000 0002 0071" }), "97"],
    ["brand_not_routed", source({ CardPan: "36006666333344" }), "12"],
    ["expiry_format", source({ CardExpiration: "1249" }), "97"],
    ["expiry_format", source({ CardExpiration: "12/49" }), "97"],
    ["cardholder_name", source({ CardholderName: "J" }), "97"],
    ["cardholder_name", source({ CardholderName: "J".repeat(46) }), "97"],
    ["cardholder_name", source({ CardholderName: undefined }), "97"],
    ["cvv_missing", source({ CardCvv: undefined }), "SP4"],
    ["cvv_format", source({ CardCvv: "12" }), "SP4"],
    ["cvv_trivial", source({ CardCvv: "999" }), "SP4"],
    ["order_identifier_length", { OrderIdentifier: "1".repeat(51) }, "97"],
    ["challenge_window_size", extended({ ThreeDSecure: { ChallengeWindowSize: "4" } }), "SP4"],
    ["challenge_indicator", extended({ ThreeDSecure: { ChallengeIndicator: "1" } }), "SP4"],
    ["merchant_response_url_missing", { ExtendedData: {} }, "SP4"],
    ["merchant_response_url_nested", { ExtendedData: { ThreeDSecure: { MerchantResponseUrl: "https://a.b" } } }, "SP4"],
    ["merchant_response_url_format", extended({ MerchantResponseUrl: "javascript:alert(1)" }), "89"],
    ["fraud_check", { FraudCheck: true }, "FC3"],
    ["contact_missing", billing(noContact), "97"],
    ["address_incomplete", billing({ City: undefined }), "97"],
    ["address_charset", billing({ Line1: "1 Rue Café" }), "97"],
    ["address_length", billing({ Line1: "1".repeat(31) }), "97"],
    ["address_country", billing({ CountryCode: "TT" }), "97"],
    ["address_country", billing({ CountryCode: 780 }), "97"],
    ["address_state", billing({ State: "TT-POS" }), "97"],
    ["address_postal_code", billing({ PostalCode: "120-110" }), "97"],
    ["address_phone", billing({ PhoneNumber: "+18685550100" }), "97"],
    ["address_email", billing({ EmailAddress: "john" }), "97"],
  ];
  it.each(cases)("%s", async (rule, changes, isoCode) => {
    const { body } = await merchant.sale(card, changes);
    expect(body.IsoResponseCode).toBe(isoCode);
    const rules = emulator.state().violations.map((violation) => violation.rule);
    expect(rules).toContain(rule);
    covered.add(rule);
  });

  it("an amount by its text, not by its value", async () => {
    const text = JSON.stringify(saleBody(card)).replace("12.5", "12.500");
    await merchant.post("spi/sale", text);
    expectRules("amount_decimals");
  });

  it("ThreeDSecure in ExtendedData without the flag", async () => {
    await merchant.sale(card, { ThreeDSecure: undefined });
    expectRules("three_ds_flag_missing");
  });

  it("a TransactionIdentifier that was sent before, also if the first sale was lost", async () => {
    const body = saleBody(card);
    emulator.addFault({ endpoint: "sale", kind: "lost_before" });
    await merchant.post("spi/sale", body).catch(() => null);
    await merchant.post("spi/sale", body);
    expectRules("transaction_identifier_reused");
  });

  it("repeated keys", async () => {
    const text = JSON.stringify(saleBody(card)).replace("{", '{"ThreeDSecure":false,');
    expect((await merchant.post("spi/sale", text)).status).toBe(400);
    expectRules("duplicate_key");
  });

  it("a body that is not JSON, and a missing Content-Type", async () => {
    expect((await merchant.post("spi/sale", "{")).status).toBe(400);
    expectRules("body_not_json");
    emulator.reset();
    const plain = new Merchant(emulator.baseAddress, { ...credentials, "content-type": "text/plain" });
    expect((await plain.sale(card)).status).toBe(415);
    expectRules("content_type_missing");
  });

  it("nothing if it follows the rules", async () => {
    await merchant.sale(card);
    await merchant.sale("343333333333335");
    expectRules();
  });

  it("no security code of a stored card", async () => {
    const stored = { CardOnFile: true, ThreeDSecure: false, ExtendedData: {}, ...source({ CardCvv: undefined }) };
    expect((await merchant.post("sale", saleBody(card, stored))).body.Approved).toBe(true);
    expectRules();
  });
});

describe("a payment is checked for", () => {
  it("a token in an object", async () => {
    expect((await merchant.pay({ SpiToken: "x" })).status).toBe(400);
    expectRules("spi_token_in_object");
  });

  it("an unknown token", async () => {
    await merchant.pay("unknown");
    expectRules("spi_token_unknown");
  });

  it("a token that is paid twice, or late", async () => {
    const { token } = await merchant.buy(card);
    await merchant.pay(token);
    expectRules("spi_token_sent_twice");
    emulator.reset();
    const { body } = await merchant.sale(card);
    await visit(String(body.RedirectData));
    emulator.advanceClock(300_000);
    await merchant.pay(body.SpiToken);
    expectRules("spi_token_late");
  });

  it("a repetition after a lost answer, whether or not the work was done", async () => {
    for (const kind of ["lost_after", "lost_before", "http_500_empty"] as const) {
      emulator.reset();
      emulator.addFault({ endpoint: "payment", kind });
      const { body } = await merchant.sale(card);
      await visit(String(body.RedirectData));
      await merchant.pay(body.SpiToken).catch(() => null);
      await merchant.pay(body.SpiToken);
      expectRules("payment_sent_again");
    }
  });

  it("a payment after the return said N or R", async () => {
    for (const failing of ["4012000000020121", "5100270000000072"]) {
      emulator.reset();
      await merchant.buy(failing);
      expectRules("payment_after_failed_authentication");
    }
  });
});

describe("a refund or void is checked for", () => {
  it("a refund over the amount, and an identifier that was refunded before", async () => {
    const { id } = await merchant.buy(card);
    const refund = (TotalAmount: number, ExternalIdentifier: string) =>
      merchant.post("refund", { TransactionIdentifier: id, TotalAmount, ExternalIdentifier });
    await refund(13, "r1");
    expectRules("refund_over_amount");
    await refund(1, "r2");
    await refund(1, "r2");
    expectRules("refund_over_amount", "refund_repeated");
  });

  it("an unlinked credit", async () => {
    const { id } = await merchant.buy(card);
    await merchant.post("refund", { Refund: false, TransactionIdentifier: id, TotalAmount: 1 });
    expectRules("refund_unlinked");
  });

  it("a void while a refund of the same sale runs", async () => {
    const { id } = await merchant.buy(card);
    emulator.addFault({ endpoint: "refund", kind: "delay", ms: 400 });
    const refunding = merchant.post("refund", { TransactionIdentifier: id, TotalAmount: 1 });
    await expect.poll(() => emulator.state().faults, { interval: 5 }).toEqual([]);
    await merchant.post("void", { TransactionIdentifier: id });
    await refunding;
    expectRules("void_during_refund");
    await merchant.post("void", { TransactionIdentifier: id });
    expectRules("void_during_refund");
  });
});

describe("any request is checked for", () => {
  it("invented paths and wrong methods", async () => {
    expect((await merchant.post("spi/refund", {})).status).toBe(404);
    expect((await merchant.get("void")).status).toBe(405);
    expectRules("unknown_path", "wrong_method");
    await fetch(`${emulator.origin}/favicon.ico`);
    expectRules("unknown_path", "wrong_method");
  });

  it("missing credentials, and credentials in a query", async () => {
    await new Merchant(emulator.baseAddress, {}).get(`Transactions/${randomUUID()}`);
    await merchant.get("alive?PowerTranz-PowerTranzPassword=x");
    expectRules("credentials_missing", "credentials_in_query");
  });

  it("a query whose identifier is not a GUID", async () => {
    await merchant.get("Transactions/ORDER-1");
    expectRules("transaction_identifier_not_guid");
  });

  it("a search with only one date", async () => {
    await merchant.get("Transactions/Search?EndDateTime=2026-01-01");
    expectRules("search_dates");
  });
});

it("every rule has a test, and no violation contains card data", async () => {
  expect(Object.keys(wireRules).filter((rule) => !covered.has(rule as WireRule))).toEqual([]);
  await merchant.sale(card, { ...source({ CardPan: "4012000000020071x", CardCvv: "73x" }), CurrencyCode: "x" });
  const text = JSON.stringify(emulator.state());
  expect(text).not.toContain("401200000002007");
  expect(text).not.toContain("73x");
});
