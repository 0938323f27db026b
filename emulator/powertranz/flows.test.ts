import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { drawCases } from "@/tests/support/in-process/seed";
import { emulatorCards } from "./cards";
import { powertranzEmulator } from "./emulator";
import { terminals } from "./terminals";
import { credentials, formsOf, Merchant, saleBody, submit, visit } from "./testing/merchant";

const emulator = await startForTests(powertranzEmulator);
const merchant = new Merchant(emulator.baseAddress);

const frictionless = "4012000000020071";
const challenged = "4012000000020006";

const threeDS = (post: Record<string, string> | null) => {
  const response = JSON.parse(post?.Response ?? "{}");
  return { ...response, ...response.RiskManagement?.ThreeDSecure };
};

describe("a sale with 3-D Secure", () => {
  it("answers SP4 with a page that leads to the Conductor, and moves no money", async () => {
    const body = saleBody(frictionless);
    const { body: answer, text } = await merchant.post("spi/sale", body);
    expect(answer).toMatchObject({
      ...{
        TransactionType: 2,
        Approved: false,
        IsoResponseCode: "SP4",
        CurrencyCode: "780",
        OrderIdentifier: "ORDER-1",
      },
      TransactionIdentifier: body.TransactionIdentifier,
    });
    expect(text).toContain('"TotalAmount":12.50');
    const [form] = formsOf(String(answer.RedirectData));
    expect(form?.action).toBe(`${emulator.origin}/api/spi/Conductor`);
    expect(form?.fields.SpiToken).toBe(answer.SpiToken);
    expect(emulator.state().transactions).toMatchObject([{ state: "preprocessed", chargeCount: 0 }]);
  });

  it("charges once at the payment after a frictionless authentication", async () => {
    const { id, paid } = await merchant.buy(frictionless);
    expect(paid.body).toMatchObject({
      Approved: true,
      IsoResponseCode: "00",
      TotalAmount: 12.5,
      CurrencyCode: "780",
      CardSuffix: "0071",
      TransactionIdentifier: id,
      RiskManagement: { AvsResponseCode: "Y", CvvResponseCode: "M" },
    });
    expect(paid.body.AuthorizationCode).toMatch(/^\d{6}$/);
    expect(paid.body.RRN).toMatch(/^\d{12}$/);
    expect(emulator.state()).toMatchObject({
      transactions: [{ state: "approved", amount: "12.50", chargeCount: 1, isSettled: false }],
      violations: [],
    });
  });

  it("returns the result of the challenge to the merchant's address", async () => {
    const { body } = await merchant.sale(challenged);
    const post = await visit(String(body.RedirectData));
    expect(post).toMatchObject({ TransactionIdentifier: body.TransactionIdentifier, SpiToken: body.SpiToken });
    expect(threeDS(post)).toMatchObject({
      IsoResponseCode: "3D0",
      Approved: false,
      AuthenticationStatus: "Y",
      Eci: "05",
    });
    expect((await merchant.pay(body.SpiToken)).body).toMatchObject({ Approved: true });
  });

  it("fails the challenge after a wrong password or a cancellation, and refuses the payment with 12", async () => {
    for (const answer of [{ password: "wrong" }, { action: "cancel" }]) {
      const { body } = await merchant.sale(challenged);
      const post = await visit(String(body.RedirectData), answer);
      expect(threeDS(post).AuthenticationStatus).toBe("N");
      expect((await merchant.pay(body.SpiToken)).body).toMatchObject({ Approved: false, IsoResponseCode: "12" });
    }
    expect(emulator.state().transactions.map(({ chargeCount }) => chargeCount)).toEqual([0, 0]);
  });

  it("refuses a payment before the payer has authenticated", async () => {
    const { body } = await merchant.sale(challenged);
    expect((await merchant.pay(body.SpiToken)).body).toMatchObject({ Approved: false, IsoResponseCode: "12" });
    expect(emulator.state().violations).toEqual([]);
  });

  it("ignores a forged result of the bank, because the bank's own record counts", async () => {
    const { body } = await merchant.sale(challenged);
    const [conductor] = formsOf(String(body.RedirectData));
    const [toBank] = formsOf(await submit(conductor ?? { action: "", fields: {} }));
    const action = `${emulator.origin}/api/spi/Conductor/ChallengeDone`;
    const fields = { cres: "forged", threeDSSessionData: toBank?.fields.threeDSSessionData ?? "" };
    const [toShop] = formsOf(await submit({ action, fields }));
    expect(threeDS(toShop?.fields ?? null).AuthenticationStatus).toBe("N");
  });

  it("takes the fingerprint in a hidden frame and reports whether it was taken", async () => {
    const { body } = await merchant.sale("4012010000020070");
    const [conductor] = formsOf(String(body.RedirectData));
    const page = await submit(conductor ?? { action: "", fields: {} });
    const [toBank, resume] = formsOf(page);
    expect(toBank?.target).toBe("fingerprint");
    const [notification] = formsOf(await submit(toBank ?? { action: "", fields: {} }));
    expect(await submit(notification ?? { action: "", fields: {} })).toContain("fingerprint done");
    const action = resume?.action ?? "";
    const [toShop] = formsOf(await submit({ action, fields: { ...resume?.fields, threeDSCompInd: "Y" } }));
    expect(threeDS(toShop?.fields ?? null)).toMatchObject({ AuthenticationStatus: "Y", FingerprintIndicator: "Y" });
  });
});

describe("cards", () => {
  it("behave as the table says, and their twins alike", async () => {
    for (const card of drawCases(emulatorCards, 4)) {
      for (const number of [card.number, card.twin]) {
        if (!number) continue;
        const { body } = await merchant.sale(number);
        const post = body.RedirectData ? threeDS(await visit(String(body.RedirectData))) : null;
        expect(body.IsoResponseCode, number).toBe(card.flow === "none" ? "3D1" : "SP4");
        expect(post?.AuthenticationStatus ?? null, number).toBe(card.status);
        expect(post?.CardholderInfo ?? null, number).toBe(card.cardholderInfo);
        const { body: paid } = await merchant.pay(body.SpiToken);
        expect(paid, number).toMatchObject({
          Approved: card.isoCode === "00",
          IsoResponseCode: card.isoCode,
          CardBrand: card.brand,
          RiskManagement: { AvsResponseCode: card.avs, CvvResponseCode: card.cvv },
        });
      }
    }
  });
});

describe("a sale without 3-D Secure", () => {
  it("charges at the first call", async () => {
    const { body } = await merchant.post("sale", saleBody(frictionless, { ThreeDSecure: false, ExtendedData: {} }));
    expect(body).toMatchObject({ Approved: true, IsoResponseCode: "00" });
    expect(emulator.state()).toMatchObject({ transactions: [{ chargeCount: 1 }], violations: [] });
  });

  it("moves money at the capture of an authorization", async () => {
    const auth = saleBody(frictionless, { ThreeDSecure: false, ExtendedData: {} });
    await merchant.post("auth", auth);
    expect(emulator.state().transactions).toMatchObject([{ state: "approved", chargeCount: 0 }]);
    const { TransactionIdentifier } = auth;
    const { body } = await merchant.post("capture", { TransactionIdentifier, TotalAmount: 10 });
    expect(body).toMatchObject({ Approved: true, TransactionType: 3, TotalAmount: 10 });
    expect(emulator.state().transactions).toMatchObject([{ chargeCount: 1 }]);
  });
});

describe("voids and refunds", () => {
  it("void a sale once, with an identifier made by the gateway", async () => {
    const { id } = await merchant.buy(frictionless);
    const { body } = await merchant.post("void", { TransactionIdentifier: id, ExternalIdentifier: "void-1" });
    expect(body).toMatchObject({ Approved: true, TransactionType: 4, OriginalTrxnIdentifier: id, TotalAmount: 12.5 });
    expect(body.TransactionIdentifier).not.toBe(id);
    const again = await merchant.post("void", { TransactionIdentifier: id });
    expect(again.body).toMatchObject({ Approved: false, IsoResponseCode: "12" });
    expect(emulator.state().transactions).toMatchObject([{ state: "voided", voidCount: 1 }]);
  });

  it("refund parts of a sale up to its amount", async () => {
    const { id } = await merchant.buy(frictionless);
    emulator.settleAll();
    const refund = (TotalAmount: number, ExternalIdentifier: string) =>
      merchant.post("refund", { Refund: true, TransactionIdentifier: id, TotalAmount, ExternalIdentifier });
    expect((await refund(5, "r1")).body).toMatchObject({ Approved: true, TransactionType: 5, TotalAmount: 5 });
    expect((await refund(7.5, "r2")).body).toMatchObject({ Approved: true });
    expect((await refund(0.01, "r3")).body).toMatchObject({ Approved: false, IsoResponseCode: "13" });
    const { transactions, violations } = emulator.state();
    expect(transactions[0]?.refunds).toMatchObject([
      { externalIdentifier: "r1", amount: "5.00" },
      { externalIdentifier: "r2", amount: "7.50" },
    ]);
    expect(violations.map(({ rule }) => rule)).toEqual(["refund_over_amount"]);
  });

  it("are declined for cards that say so", async () => {
    const card = emulatorCards.find(({ reversalIsoCode }) => reversalIsoCode === "96");
    const { id } = await merchant.buy(card?.number ?? "");
    const { body } = await merchant.post("refund", { Refund: true, TransactionIdentifier: id, TotalAmount: 1 });
    expect(body).toMatchObject({ Approved: false, IsoResponseCode: "96", Errors: [{ Code: "451" }] });
    expect(emulator.state().transactions).toMatchObject([{ state: "approved", refunds: [] }]);
  });
});

describe("queries", () => {
  it("return a paid sale without Approved, with its order and dates without a zone", async () => {
    const { id, paid } = await merchant.buy(frictionless);
    const { body } = await merchant.get(`Transactions/${id.toUpperCase()}`);
    expect(body).toMatchObject({
      IsoResponseCode: "00",
      AuthorizationCode: paid.body.AuthorizationCode,
      TransactionType: 2,
      TransactionIdentifier: id,
      ExternalIdentifier: "attempt-1",
      TotalAmount: 12.5,
      OrderSummary: { CaptureCount: 1, CreditCount: 0, TotalCaptureAmount: 12.5, TotalCreditAmount: 0 },
    });
    expect(body).not.toHaveProperty("Approved");
    expect(body.TransactionDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
  });

  it("return all members of an order by the identifier of any member", async () => {
    const { id } = await merchant.buy(frictionless);
    const request = { Refund: true, TransactionIdentifier: id, TotalAmount: 2, ExternalIdentifier: "r1" };
    const { body: refund } = await merchant.post("refund", request);
    for (const member of [id, refund.TransactionIdentifier]) {
      const { body } = await merchant.get(`Transactions/OrderSearch/${member}`);
      expect(body).toMatchObject({ OriginalTrxnIdentifier: id, CreditCount: 1, TotalCreditAmount: 2 });
      expect(body.Transactions).toMatchObject([
        { TransactionIdentifier: id, TransactionType: 2 },
        { TransactionIdentifier: refund.TransactionIdentifier, TransactionType: 5, ExternalIdentifier: "r1" },
      ]);
    }
  });

  it("search by order, period and outcome", async () => {
    await merchant.buy(frictionless, { OrderIdentifier: "A" });
    await merchant.buy("4111111111119999", { OrderIdentifier: "B" });
    const search = async (query: string) => JSON.parse((await merchant.get(`Transactions/Search?${query}`)).text);
    expect(await search("OrderIdentifier=A")).toHaveLength(1);
    expect(await search("Approved=false")).toMatchObject([{ IsoResponseCode: "98" }]);
    const day = (shift: number) => new Date(Date.now() + shift).toISOString().slice(0, 19);
    expect(await search(`StartDateTime=${day(-3_600_000)}&EndDateTime=${day(3_600_000)}`)).toHaveLength(2);
    expect(await search(`StartDateTime=${day(3_600_000)}&EndDateTime=${day(7_200_000)}`)).toHaveLength(0);
    expect((await merchant.get("Transactions/Search?StartDateTime=2026-01-01")).status).toBe(400);
  });
});

describe("terminals", () => {
  it("are refused with 89 and HTTP 200 if the credentials are wrong", async () => {
    const wrong = { "content-type": "application/json", ...credentials, "PowerTranz-PowerTranzPassword": "wrong" };
    const { status, body } = await new Merchant(emulator.baseAddress, wrong).sale(frictionless);
    expect([status, body.Approved, body.IsoResponseCode]).toEqual([200, false, "89"]);
    const inquiry = await new Merchant(emulator.baseAddress, wrong).get(`Transactions/${randomUUID()}`);
    expect(inquiry.body.IsoResponseCode).toBe("89");
  });

  it("accept only their own currencies, and some need a gateway key", async () => {
    for (const { id, password, gatewayKey, currencies } of terminals) {
      const headers = {
        ...{
          "content-type": "application/json",
          "PowerTranz-PowerTranzId": id,
          "PowerTranz-PowerTranzPassword": password,
        },
        ...(gatewayKey && { "PowerTranz-GatewayKey": gatewayKey }),
      };
      const own = new Merchant(emulator.baseAddress, headers);
      for (const CurrencyCode of currencies)
        expect((await own.sale(frictionless, { CurrencyCode })).body.IsoResponseCode).toBe("SP4");
      const { body } = await own.sale(frictionless, { CurrencyCode: "978" });
      expect(body).toMatchObject({ IsoResponseCode: "12", Errors: [{ Code: "315" }] });
    }
    const { id = "", password = "" } = terminals.find(({ gatewayKey }) => gatewayKey) ?? {};
    const keyless = { "PowerTranz-PowerTranzId": id, "PowerTranz-PowerTranzPassword": password };
    const { body } = await new Merchant(emulator.baseAddress, keyless).get(`Transactions/${randomUUID()}`);
    expect(body.IsoResponseCode).toBe("89");
  });

  it("see only their own transactions", async () => {
    const { id } = await merchant.buy(frictionless);
    const [{ id: otherId = "", password = "" } = {}] = terminals;
    const headers = {
      "content-type": "application/json",
      "PowerTranz-PowerTranzId": otherId,
      "PowerTranz-PowerTranzPassword": password,
    };
    const other = new Merchant(emulator.baseAddress, headers);
    expect((await other.get(`Transactions/${id}`)).status).toBe(404);
    expect((await other.post("void", { TransactionIdentifier: id })).body.IsoResponseCode).toBe("25");
    expect(JSON.parse((await other.get("Transactions/Search")).text)).toEqual([]);
  });

  it("are not needed for alive, whose path is case-insensitive like every path", async () => {
    const { status } = await new Merchant(emulator.origin, {}).get("/Api/ALIVE");
    expect(status).toBe(200);
  });
});
