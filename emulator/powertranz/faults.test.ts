import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { powertranzEmulator } from "./emulator";
import type { Fault, FaultEndpoint, FaultKind } from "./faults";
import { formsOf, Merchant, type Reply, saleBody, visit } from "./testing/merchant";

const emulator = await startForTests(powertranzEmulator);
const merchant = new Merchant(emulator.baseAddress);

const card = "4012000000020071";
const chargeCount = () => emulator.state().transactions[0]?.chargeCount;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Resolves when the request arrives that takes the fault. */
const arrival = () => expect.poll(() => emulator.state().faults, { interval: 5 }).toEqual([]);

/** A sale that is ready for its payment. */
async function authenticated(number = card) {
  const { body } = await merchant.sale(number);
  await visit(String(body.RedirectData));
  return { id: String(body.TransactionIdentifier), token: String(body.SpiToken) };
}

/** What the client sees: the HTTP status and the body, a lost connection, or no answer in time. */
async function outcomeOf(path: string, body: unknown, withinMs = 20_000): Promise<string> {
  const headers = merchant.headers;
  const signal = AbortSignal.timeout(withinMs);
  const method = body === undefined ? "GET" : "POST";
  const request = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return fetch(emulator.baseAddress + path, request)
    .then(async (response) => `${response.status} ${(await response.text()).trim().slice(0, 15)}`)
    .catch(() => (signal.aborted ? "timeout" : "lost"));
}

describe("faults of a payment", () => {
  const cases: [FaultKind, outcome: string, charges: number][] = [
    ["hang", "timeout", 0],
    ["lost_after", "lost", 1],
    ["lost_before", "lost", 0],
    ["http_500_empty", "500 ", 0],
    ["http_500_after", "500 ", 1],
    ["html", "200 <!DOCTYPE html>", 0],
    ["html_after", "200 <!DOCTYPE html>", 1],
    ["http_404_empty", "404 ", 0],
    ["null", "200 null", 0],
    ["null_after", "200 null", 1],
  ];
  it.each(cases)("%s gives the client «%s» and moves money %i times", async (kind, outcome, charges) => {
    const { token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind });
    expect(await outcomeOf("spi/payment", token, outcome === "timeout" ? 300 : undefined)).toBe(outcome);
    expect(chargeCount()).toBe(charges);
    expect(emulator.state().faults).toEqual([]);
  });

  it("code answers with any code for the transaction, and moves no money", async () => {
    const { id, token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind: "code", code: "94" });
    const { body } = await merchant.pay(token);
    expect(body).toMatchObject({ Approved: false, IsoResponseCode: "94", TransactionIdentifier: id });
    expect(chargeCount()).toBe(0);
  });

  it("delay gives the normal answer after the time", async () => {
    const { token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind: "delay", ms: 80 });
    const startedAt = performance.now();
    expect((await merchant.pay(token)).body).toMatchObject({ Approved: true });
    expect(performance.now() - startedAt).toBeGreaterThan(70);
  });

  it("late_work never answers and charges later", async () => {
    const { token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind: "late_work", ms: 300 });
    const waiting = merchant.pay(token).catch(() => "destroyed");
    await arrival();
    expect(chargeCount()).toBe(0);
    await expect.poll(chargeCount).toBe(1);
    emulator.reset();
    expect(await waiting).toBe("destroyed");
  });

  it("garbage_after sends JSON that cannot be parsed", async () => {
    const { token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind: "garbage_after" });
    await expect(merchant.pay(token)).rejects.toThrow(SyntaxError);
    expect(chargeCount()).toBe(1);
  });

  it("huge_after sends more than 50 MB", async () => {
    const { token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind: "huge_after" });
    const { text, body } = await merchant.pay(token);
    expect(text.length).toBeGreaterThan(50 * 1024 * 1024);
    expect(body.Approved).toBe(true);
  });

  it("wrong_amount, wrong_currency and wrong_identifier change only the answer", async () => {
    const expected: [FaultKind, string, unknown][] = [
      ["wrong_amount", "TotalAmount", 13.5],
      ["wrong_currency", "CurrencyCode", "840"],
      ["wrong_identifier", "TransactionIdentifier", expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ];
    for (const [kind, field, value] of expected) {
      emulator.reset();
      const { id, token } = await authenticated();
      emulator.addFault({ endpoint: "payment", kind });
      const { body } = await merchant.pay(token);
      expect(body).toMatchObject({ Approved: true, [field]: value });
      expect(kind === "wrong_identifier" ? body.TransactionIdentifier !== id : body.TransactionIdentifier).toBeTruthy();
      const [transaction] = emulator.state().transactions;
      expect(transaction).toMatchObject({
        transactionIdentifier: id,
        amount: "12.50",
        currency: "780",
        chargeCount: 1,
      });
    }
  });
});

describe("a fault", () => {
  it("works at every endpoint of the merchant", async () => {
    const { id, token } = await authenticated();
    await merchant.pay(token);
    const requests: Record<Exclude<FaultEndpoint, "conductor" | "challenge" | "return">, [string, unknown]> = {
      alive: ["alive", undefined],
      sale: ["spi/sale", saleBody(card)],
      payment: ["spi/payment", token],
      transaction: [`Transactions/${id}`, undefined],
      search: ["Transactions/Search", undefined],
      orderSearch: [`Transactions/OrderSearch/${id}`, undefined],
      refund: ["refund", { TransactionIdentifier: id, TotalAmount: 1 }],
      void: ["void", { TransactionIdentifier: id }],
      capture: ["capture", { TransactionIdentifier: id, TotalAmount: 1 }],
    };
    for (const [endpoint, [path, body]] of Object.entries(requests)) {
      emulator.addFault({ endpoint: endpoint as FaultEndpoint, kind: "http_500_empty" });
      expect(await outcomeOf(path, body), endpoint).toBe("500 ");
    }
    expect(emulator.state().transactions).toMatchObject([{ state: "approved", refunds: [], voidCount: 0 }]);
  });

  it("affects as many requests as it says, and with 0 every request until it is removed", async () => {
    emulator.addFault({ endpoint: "alive", kind: "http_500_empty", times: 2 });
    const statuses = async () => [(await merchant.get("alive")).status, (await merchant.get("alive")).status];
    expect([...(await statuses()), ...(await statuses())]).toEqual([500, 500, 200, 200]);
    emulator.addFault({ endpoint: "alive", kind: "http_500_empty", times: 0 });
    expect([...(await statuses()), ...(await statuses())]).toEqual([500, 500, 500, 500]);
    emulator.clearFaults();
    expect(await statuses()).toEqual([200, 200]);
  });

  it("can name a transaction", async () => {
    const [first, second] = [await authenticated(), await authenticated()];
    emulator.addFault({ endpoint: "payment", kind: "http_500_empty", transactionIdentifier: second.id.toUpperCase() });
    expect((await merchant.pay(first.token)).status).toBe(200);
    expect((await merchant.pay(second.token)).status).toBe(500);
  });

  it("is refused if it does not exist", () => {
    const wrong: unknown[] = [
      { endpoint: "moon", kind: "hang" },
      { endpoint: "payment", kind: "never" },
      { endpoint: "payment", kind: "delay", ms: -1 },
      { endpoint: "return", kind: "forged", forge: "amount" },
      { endpoint: "payment", kind: "hang", when: "now" },
    ];
    for (const fault of wrong) expect(() => emulator.addFault(fault as Fault)).toThrow();
  });

  it("ends at a reset, which destroys hanging sockets and cancels late work", async () => {
    const { token } = await authenticated();
    emulator.addFault({ endpoint: "payment", kind: "late_work", ms: 200 });
    const waiting = merchant.pay(token).catch(() => "destroyed");
    await arrival();
    emulator.reset();
    expect(await waiting).toBe("destroyed");
    await pause(250);
    expect(emulator.state().transactions).toEqual([]);
  });
});

describe("faults of the browser's pages", () => {
  const pageAfter = async (fault: Fault, number = card) => {
    const { body } = await merchant.sale(number);
    emulator.addFault(fault);
    const [form] = formsOf(String(body.RedirectData));
    const response = await fetch(form?.action ?? "", { method: "POST", body: new URLSearchParams(form?.fields) });
    return { html: await response.text(), status: response.status, body };
  };
  const post = (html: string) => formsOf(html).find(({ target }) => target === null)?.fields ?? {};

  it("never shows a page without a form", async () => {
    const { html } = await pageAfter({ endpoint: "return", kind: "never" });
    expect(formsOf(html)).toEqual([]);
  });

  it("twice posts to the same address from a hidden frame first", async () => {
    const { html } = await pageAfter({ endpoint: "return", kind: "twice" });
    const [first, second] = formsOf(html);
    expect(first?.target).toBe("extra");
    expect(second?.fields).toEqual(first?.fields);
  });

  it("late waits before it posts", async () => {
    const { html } = await pageAfter({ endpoint: "return", kind: "late", ms: 1234 });
    expect(html).toContain("1234");
  });

  it("forged claims status Y for a payer who failed, and the payment is refused without a violation", async () => {
    const { html, body } = await pageAfter({ endpoint: "return", kind: "forged" }, "4012000000020121");
    const response = JSON.parse(post(html).Response ?? "{}");
    expect(response).toMatchObject({ Approved: true, RiskManagement: { ThreeDSecure: { AuthenticationStatus: "Y" } } });
    expect((await merchant.pay(body.SpiToken)).body.IsoResponseCode).toBe("12");
    expect(emulator.state().violations).toEqual([]);
  });

  it("forged can also name another token or transaction", async () => {
    const token = await pageAfter({ endpoint: "return", kind: "forged", forge: "token" });
    expect(post(token.html).SpiToken).not.toBe(token.body.SpiToken);
    expect(post(token.html).TransactionIdentifier).toBe(token.body.TransactionIdentifier);
    const identifier = await pageAfter({ endpoint: "return", kind: "forged", forge: "identifier" });
    expect(post(identifier.html).SpiToken).toBe(identifier.body.SpiToken);
    expect(post(identifier.html).TransactionIdentifier).not.toBe(identifier.body.TransactionIdentifier);
  });

  it("general faults work at the Conductor, the challenge and the return", async () => {
    expect((await pageAfter({ endpoint: "conductor", kind: "http_500_empty" })).status).toBe(500);
    expect(emulator.state().transactions).toMatchObject([{ state: "preprocessed" }]);
    emulator.reset();
    expect((await pageAfter({ endpoint: "return", kind: "http_500_after" })).status).toBe(500);
    expect(emulator.state().transactions).toMatchObject([{ state: "authenticated" }]);
    const { html } = await pageAfter({ endpoint: "return", kind: "wrong_amount" });
    expect(JSON.parse(post(html).Response ?? "{}").TotalAmount).toBe(13.5);
    emulator.addFault({ endpoint: "challenge", kind: "html" });
    const { body } = await merchant.sale("4012000000020006");
    expect(await visit(String(body.RedirectData))).toBeNull();
  });
});

describe("an outage", () => {
  it("refuses every request, hangs or answers 503 until it ends, while the control API works", async () => {
    emulator.setDown("refuse");
    expect(await outcomeOf("alive", undefined)).toBe("lost");
    expect(await outcomeOf("spi/sale", saleBody(card))).toBe("lost");
    expect((await fetch(`${emulator.origin}/emulator/state`)).status).toBe(200);
    emulator.setDown("hang");
    expect(await outcomeOf("alive", undefined, 300)).toBe("timeout");
    emulator.setDown("http_503");
    expect(await outcomeOf("alive", undefined)).toBe("503 ");
    emulator.setDown(null);
    const reply: Reply = await merchant.get("alive");
    expect(reply.status).toBe(200);
  });
});
