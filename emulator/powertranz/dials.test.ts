import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import type { Dials } from "./dials";
import { powertranzEmulator } from "./emulator";
import { Merchant, saleBody, visit } from "./testing/merchant";

const emulator = await startForTests(powertranzEmulator);
const merchant = new Merchant(emulator.baseAddress);

const card = "4012000000020071";
const isoCodeOf = (reply: { body: Record<string, unknown> }) => reply.body.IsoResponseCode;
const chargeCounts = () => emulator.state().transactions.map(({ chargeCount }) => chargeCount);

/** Runs `act` once for each value of a dial. */
async function withEach<Name extends keyof Dials>(
  name: Name,
  values: readonly Dials[Name][],
  act: (value: Dials[Name]) => Promise<unknown>,
): Promise<unknown[]> {
  const results = [];
  for (const value of values) {
    emulator.reset();
    emulator.setDials({ [name]: value });
    results.push(await act(value));
  }
  return results;
}

describe("the dial duplicateIdentifier", () => {
  it("refuses a second sale with 94 or 97", async () => {
    const act = async () => {
      const body = saleBody(card);
      await merchant.post("spi/sale", body);
      return isoCodeOf(await merchant.post("spi/sale", body));
    };
    expect(await withEach("duplicateIdentifier", ["code_94", "error_97"], act)).toEqual(["94", "97"]);
  });

  it("lets both tokens of a sale that started again move money, and counts both charges", async () => {
    emulator.setDials({ duplicateIdentifier: "starts_again" });
    const body = saleBody(card);
    for (const _ of [1, 2]) {
      const { body: answer } = await merchant.post("spi/sale", body);
      await visit(String(answer.RedirectData));
      expect((await merchant.pay(answer.SpiToken)).body.Approved).toBe(true);
    }
    expect(chargeCounts()).toEqual([2]);
  });
});

describe("the dials of a token", () => {
  it("usedToken refuses a second payment, repeats the answer or answers HTTP 400, and never charges twice", async () => {
    const act = async () => {
      const { paid, token } = await merchant.buy(card);
      const again = await merchant.pay(token);
      expect(chargeCounts()).toEqual([1]);
      return again.text === paid.text ? "same" : (isoCodeOf(again) ?? again.status);
    };
    expect(await withEach("usedToken", ["code_12", "same_answer", "http_400_empty"], act)).toEqual(["12", "same", 400]);
  });

  it("expiredToken refuses a payment after five minutes", async () => {
    const act = async () => {
      const { body } = await merchant.sale(card);
      await visit(String(body.RedirectData));
      emulator.advanceClock(5 * 60_000);
      const late = await merchant.pay(body.SpiToken);
      expect(chargeCounts()).toEqual([0]);
      return isoCodeOf(late) ?? late.status;
    };
    expect(await withEach("expiredToken", ["code_12", "http_400_empty"], act)).toEqual(["12", 400]);
  });
});

describe("the dials of queries", () => {
  it("unknownInquiry chooses the answer for an unknown transaction", async () => {
    const act = async () => {
      const { status, text } = await merchant.get(`Transactions/${randomUUID()}`);
      const order = await merchant.get(`Transactions/OrderSearch/${randomUUID()}`);
      expect([order.status, order.text]).toEqual([status, text]);
      return `${status} ${text}`;
    };
    const values = ["http_404_empty", "null_body", "empty_object", "http_200_empty"] as const;
    expect(await withEach("unknownInquiry", values, act)).toEqual(["404 ", "200 null", "200 {}", "200 "]);
  });

  it("inquiryBeforePayment hides an unpaid sale, or shows it with SP4", async () => {
    const act = async () => {
      const { body } = await merchant.sale(card);
      const inquiry = await merchant.get(`Transactions/${body.TransactionIdentifier}`);
      return isoCodeOf(inquiry) ?? inquiry.status;
    };
    expect(await withEach("inquiryBeforePayment", ["as_unknown", "sp4_record"], act)).toEqual([404, "SP4"]);
  });

  it("verificationLetters chooses the answers that contain the letters", async () => {
    const act = async () => {
      const { id, paid } = await merchant.buy(card);
      const { body } = await merchant.get(`Transactions/${id}`);
      return [paid.text.includes("CvvResponseCode"), body.CvvResponseCode === "M" && body.AvsResponseCode === "Y"];
    };
    const values = ["payment", "inquiry", "both", "none"] as const;
    expect(await withEach("verificationLetters", values, act)).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ]);
  });

  it("queryLagMs hides each change until the time has passed", async () => {
    emulator.setDials({ queryLagMs: 10_000 });
    const { id } = await merchant.buy(card);
    expect((await merchant.get(`Transactions/${id}`)).status).toBe(404);
    emulator.advanceClock(10_001);
    expect(isoCodeOf(await merchant.get(`Transactions/${id}`))).toBe("00");
    await merchant.post("refund", { Refund: true, TransactionIdentifier: id, TotalAmount: 1 });
    const credits = async () => (await merchant.get(`Transactions/OrderSearch/${id}`)).body.CreditCount;
    expect(await credits()).toBe(0);
    emulator.advanceClock(10_001);
    expect(await credits()).toBe(1);
  });

  it("searchPageMax cuts the result of a search", async () => {
    emulator.setDials({ searchPageMax: 2 });
    for (const _ of [1, 2, 3]) await merchant.buy(card);
    expect(JSON.parse((await merchant.get("Transactions/Search")).text)).toHaveLength(2);
  });

  it("refundExternalIdentifier and voidExternalIdentifier leave the identifier out", async () => {
    emulator.setDials({ refundExternalIdentifier: false, voidExternalIdentifier: false });
    const membersAfter = async (path: string) => {
      const { id } = await merchant.buy(card);
      await merchant.post(path, { TransactionIdentifier: id, TotalAmount: 1, ExternalIdentifier: "mine" });
      return (await merchant.get(`Transactions/OrderSearch/${id}`)).text;
    };
    expect(await membersAfter("refund")).not.toContain("mine");
    expect(await membersAfter("void")).not.toContain("mine");
    emulator.reset();
    expect(await membersAfter("void")).toContain("mine");
  });
});

describe("the dials of voids", () => {
  it("settledVoid chooses the answer for a settled sale", async () => {
    const act = async () => {
      const { id } = await merchant.buy(card);
      emulator.settleAll();
      expect(emulator.state().transactions).toMatchObject([{ isSettled: true }]);
      return isoCodeOf(await merchant.post("void", { TransactionIdentifier: id }));
    };
    expect(await withEach("settledVoid", ["code_12", "code_76", "accepted"], act)).toEqual(["12", "76", "00"]);
  });

  it("settleAfterMs settles a sale by itself", async () => {
    emulator.setDials({ settleAfterMs: 60_000 });
    const { id } = await merchant.buy(card);
    const isSettled = () => emulator.state().transactions[0]?.isSettled;
    expect(isSettled()).toBe(false);
    emulator.advanceClock(60_000);
    expect(isSettled()).toBe(true);
    expect((await merchant.get(`Transactions/${id}`)).body.OrderSummary).toMatchObject({ SettledAmount: 12.5 });
  });

  it("voidOfUnknown chooses the answer for an unknown sale", async () => {
    const act = async () => {
      const reply = await merchant.post("void", { TransactionIdentifier: randomUUID() });
      return isoCodeOf(reply) ?? reply.status;
    };
    const values = ["code_25", "http_404_empty", "approved", "code_96", "code_ZZ"] as const;
    expect(await withEach("voidOfUnknown", values, act)).toEqual(["25", 404, "00", "96", "ZZ"]);
    expect(() => emulator.setDials({ voidOfUnknown: "code_1" })).toThrow("voidOfUnknown must be one of code_25, ");
  });

  it("voidOfUnknown can keep silent", async () => {
    emulator.setDials({ voidOfUnknown: "silent" });
    const signal = AbortSignal.timeout(300);
    const body = JSON.stringify({ TransactionIdentifier: randomUUID() });
    const request = { method: "POST", headers: merchant.headers, body, signal };
    await expect(fetch(`${emulator.baseAddress}void`, request)).rejects.toThrow("timeout");
  });

  it("an approved void of an unpaid sale prevents its payment", async () => {
    emulator.setDials({ voidOfUnknown: "approved" });
    const { body } = await merchant.sale(card);
    await visit(String(body.RedirectData));
    await merchant.post("void", { TransactionIdentifier: body.TransactionIdentifier });
    expect((await merchant.pay(body.SpiToken)).body).toMatchObject({ Approved: false, IsoResponseCode: "12" });
    expect(emulator.state().transactions).toMatchObject([{ state: "voided", voidCount: 1, chargeCount: 0 }]);
  });
});

describe("other dials", () => {
  it("paymentAuthentication and inquiryAuthentication add the result of 3-D Secure, which no answer has by default", async () => {
    const act = async () => {
      const { body } = await merchant.sale(card);
      await visit(String(body.RedirectData));
      const { body: paid } = await merchant.pay(body.SpiToken);
      const { body: found } = await merchant.get(`Transactions/${body.TransactionIdentifier}`);
      const statusIn = (answer: object) => JSON.stringify(answer).includes('"AuthenticationStatus":"Y"');
      return [statusIn(paid), statusIn(found)];
    };
    expect(await act()).toEqual([false, false]);
    expect(await withEach("paymentAuthentication", [true], act)).toEqual([[true, false]]);
    expect(await withEach("inquiryAuthentication", [true], act)).toEqual([[false, true]]);
  });

  it("panToken adds a token to the return and the payment", async () => {
    emulator.setDials({ panToken: true });
    const { body } = await merchant.sale(card);
    const post = await visit(String(body.RedirectData));
    const { body: paid } = await merchant.pay(body.SpiToken);
    expect(paid.PanToken).toMatch(/^\w{20,}$/);
    expect(JSON.parse(post?.Response ?? "{}").PanToken).toBe(paid.PanToken);
  });

  it("microAmounts declines the payment of less than 1.00 with 13", async () => {
    const act = async () => isoCodeOf((await merchant.buy(card, { TotalAmount: 0.99 })).paid);
    expect(await withEach("microAmounts", ["accepted", "code_13"], act)).toEqual(["00", "13"]);
    expect(isoCodeOf((await merchant.buy(card, { TotalAmount: 1 })).paid)).toBe("00");
  });

  it("rateLimitPerSecond answers HTTP 429 without a body", async () => {
    emulator.setDials({ rateLimitPerSecond: 2 });
    const replies = [await merchant.get("alive"), await merchant.get("alive"), await merchant.get("alive")];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(replies[2]?.text).toBe("");
  });

  it("threeDS returns 3D3 for every card", async () => {
    emulator.setDials({ threeDS: "down_3D3" });
    const { body } = await merchant.sale(card);
    const post = await visit(String(body.RedirectData));
    expect(JSON.parse(post?.Response ?? "{}")).toMatchObject({ IsoResponseCode: "3D3", Approved: false });
    expect(isoCodeOf(await merchant.pay(body.SpiToken))).toBe("12");
  });

  it("an unknown dial or value is refused", () => {
    expect(() => emulator.setDials({ usedToken: "code_99" } as unknown as Partial<Dials>)).toThrow("usedToken");
    expect(() => emulator.setDials({ speed: 1 } as unknown as Partial<Dials>)).toThrow("speed");
    expect(() => emulator.setDials({ queryLagMs: -1 })).toThrow("queryLagMs");
  });
});
