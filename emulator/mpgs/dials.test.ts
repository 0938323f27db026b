import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { type Dials, dialWords } from "./dials";
import { mpgsEmulator } from "./emulator";
import { liveCards } from "./testing/live-cards";
import { bodies, Merchant, type Reply, redirectOf, statusOf } from "./testing/merchant";

const emulator = await startForTests(mpgsEmulator);
const merchant = new Merchant(emulator.baseAddress);
const covered = new Set<string>();

const card = liveCards.frictionless;
const shown = () => emulator.state().transactions[0];
const codeOf = ({ body }: Reply) => (body as { response?: { gatewayCode?: string } }).response?.gatewayCode;
const expectNoViolations = () => expect(emulator.state().violations).toEqual([]);

/** Runs `act` once for each value of a dial. */
async function withEach<Name extends keyof Dials>(
  name: Name,
  values: readonly Dials[Name][],
  act: (value: Dials[Name]) => Promise<unknown>,
): Promise<unknown[]> {
  covered.add(name);
  const results = [];
  for (const value of values) {
    emulator.reset();
    emulator.setDials({ [name]: value });
    results.push(await act(value));
  }
  return results;
}

describe("dials of repeated requests", () => {
  it("changedReplay repeats the first answer, refuses another body or charges again", async () => {
    const act = async () => {
      const { paid, ...payment } = await merchant.buy(card);
      const again = await merchant.pay(payment, { "order.reference": "ORDER-2" });
      return [again.status, again.text === paid.text, shown()?.chargeCount];
    };
    expect(await withEach("changedReplay", ["same_answer", "http_400", "new_charge"], act)).toEqual([
      [201, true, 1],
      [400, false, 1],
      [201, false, 2],
    ]);
  });

  it("changedReplay checks a new charge as if its id were new", async () => {
    emulator.setDials({ changedReplay: "new_charge" });
    const { orderId } = await merchant.buy(card);
    await merchant.refund(orderId);
    expect((await merchant.refund(orderId, { "transaction.amount": "1.00" })).status).toBe(400);
    expect(shown()?.refunds).toHaveLength(1);
  });

  it("replayStatus chooses the status of a repeated request", async () => {
    const act = async () => {
      const { paid, ...payment } = await merchant.buy(card);
      const again = await merchant.pay(payment);
      return [again.status, again.text === paid.text];
    };
    expect(await withEach("replayStatus", ["http_201", "http_200"], act)).toEqual([
      [201, true],
      [200, true],
    ]);
  });
});

describe("dials of 3-D Secure", () => {
  it("threeDS switches 3-D Secure off for every card, and the merchant may pay all the same", async () => {
    const act = async () => {
      const payment = await merchant.begin(liveCards.challenged);
      const { body } = await merchant.initiate(payment);
      const isAvailable = statusOf(body) === "AUTHENTICATION_AVAILABLE";
      const last = isAvailable ? (await merchant.authenticate(payment)).body : body;
      return statusOf(last);
    };
    expect(await withEach("threeDS", ["run", "not_supported", "unavailable"], act)).toEqual([
      "AUTHENTICATION_PENDING",
      "AUTHENTICATION_NOT_SUPPORTED",
      "AUTHENTICATION_UNAVAILABLE",
    ]);
    const orderId = shown()?.transactionIdentifier ?? "";
    const payment = { orderId, sessionId: await merchant.openSession(liveCards.challenged) };
    expect(codeOf(await merchant.pay(payment))).toBe("APPROVED");
    expectNoViolations();
  });

  it("riskRule blocks the payment or the authentication", async () => {
    const act = async () => {
      const payment = await merchant.begin(card);
      const initiated = codeOf(await merchant.initiate(payment));
      if (initiated === "BLOCKED") return [initiated];
      await merchant.authenticate(payment);
      return [initiated, codeOf(await merchant.pay(payment))];
    };
    expect(await withEach("riskRule", ["none", "blocks_payment", "blocks_authentication"], act)).toEqual([
      ["AUTHENTICATION_IN_PROGRESS", "APPROVED"],
      ["AUTHENTICATION_IN_PROGRESS", "BLOCKED"],
      ["BLOCKED"],
    ]);
  });

  it("methodPage and customizedHtml leave parts of the answers out", async () => {
    const method = async () =>
      redirectOf((await merchant.initiate(await merchant.begin(liveCards.fingerprint))).body).html;
    const [shownPage, noPage] = await withEach("methodPage", [true, false], method);
    expect([shownPage !== "", noPage]).toEqual([true, ""]);
    const challenge = async () => {
      const payment = await merchant.begin(liveCards.challenged);
      await merchant.initiate(payment);
      const { html, customizedHtml } = redirectOf((await merchant.authenticate(payment)).body);
      expect(html).toContain('target="threedsChallengeRedirectFrame"');
      return customizedHtml !== undefined;
    };
    expect(await withEach("customizedHtml", [true, false], challenge)).toEqual([true, false]);
  });
});

describe("dials of a payment", () => {
  it("sessionCsc forgets the security code, or refuses PAY without it", async () => {
    const act = async () => {
      const { paid } = await merchant.buy(card);
      return [paid.status, paid.text.includes("cardSecurityCode")];
    };
    expect(await withEach("sessionCsc", ["kept", "forgotten", "required"], act)).toEqual([
      [201, true],
      [201, false],
      [400, false],
    ]);
    expectNoViolations();
  });

  it("approval chooses the code and the amount", async () => {
    const act = async () => {
      const { paid } = await merchant.buy(card);
      const { order } = paid.body as { order: { totalCapturedAmount: number } };
      return [codeOf(paid), order.totalCapturedAmount, shown()?.held];
    };
    const values = ["full", "auto", "pending_settlement", "partial"] as const;
    expect(await withEach("approval", values, act)).toEqual([
      ["APPROVED", 12.05, "12.05"],
      ["APPROVED_AUTO", 12.05, "12.05"],
      ["APPROVED_PENDING_SETTLEMENT", 12.05, "12.05"],
      ["PARTIALLY_APPROVED", 6.02, "6.02"],
    ]);
  });

  it("acquirerCode chooses what acquirerCode is", async () => {
    const act = async () => {
      const { paid } = await merchant.buy(liveCards.insufficientFunds);
      return (paid.body as { response: { acquirerCode?: string } }).response.acquirerCode;
    };
    expect(await withEach("acquirerCode", ["iso", "own", "none"], act)).toEqual(["51", "D51", undefined]);
  });

  it("timedOut chooses what becomes of a payment that timed out", async () => {
    const act = async () => {
      const { orderId } = await merchant.buy(liveCards.timedOut);
      expect([shown()?.state, codeOf(await merchant.get(orderId, "pay"))]).toEqual(["undecided", "TIMED_OUT"]);
      emulator.advanceClock(60_000);
      return [codeOf(await merchant.get(orderId, "pay")), shown()?.state, shown()?.held, shown()?.chargeCount];
    };
    expect(await withEach("timedOut", ["stays", "approved", "reversed"], act)).toEqual([
      ["TIMED_OUT", "undecided", "0.00", 0],
      ["APPROVED", "captured", "12.05", 1],
      ["TIMED_OUT", "voided", "0.00", 0],
    ]);
  });

  it("pendingPayment gives the result after finalAfterMs, and a void before prevents it", async () => {
    covered.add("finalAfterMs");
    const act = async () => {
      emulator.setDials({ finalAfterMs: 10_000 });
      const { orderId, paid } = await merchant.buy(card);
      emulator.advanceClock(10_000);
      return [paid.body.result, (await merchant.get(orderId, "pay")).body.result, shown()?.state];
    };
    expect(await withEach("pendingPayment", ["none", "approved", "declined", "stays"], act)).toEqual([
      ["SUCCESS", "SUCCESS", "captured"],
      ["PENDING", "SUCCESS", "captured"],
      ["PENDING", "FAILURE", "declined"],
      ["PENDING", "PENDING", "undecided"],
    ]);
    emulator.setDials({ pendingPayment: "approved" });
    const { orderId } = await merchant.buy(card);
    await merchant.void(orderId);
    emulator.advanceClock(10_000);
    expect(emulator.state().transactions[1]).toMatchObject({ state: "voided", chargeCount: 0, held: "0.00" });
  });

  it("authorizeOnly refuses PAY, and the options say so", async () => {
    const act = async () => {
      const payment = await merchant.prepare(card);
      const { text } = await merchant.send("POST", "paymentOptionsInquiry");
      const { status } = await merchant.pay(payment);
      const authorized = await merchant.pay(payment, { apiOperation: "AUTHORIZE" }, "authorize");
      return [text.includes("PURCHASE"), status, status === 400 ? authorized.status : null];
    };
    expect(await withEach("authorizeOnly", [false, true], act)).toEqual([
      [true, 201, null],
      [false, 400, 201],
    ]);
    expectNoViolations();
  });
});

describe("dials of voids", () => {
  it("void chooses the answer for a payment that is settled, or for every payment", async () => {
    const act = async () => {
      const { orderId } = await merchant.buy(card);
      const early = await merchant.void(orderId);
      const { orderId: settled } = await merchant.buy(card);
      emulator.settleAll();
      const late = await merchant.void(settled);
      const held = emulator.state().transactions.map((order) => order.held);
      return [early.status, early.body.result, late.status, late.body.result, held];
    };
    expect(await withEach("void", ["until_settled", "accepted", "unsupported", "late"], act)).toEqual([
      [201, "SUCCESS", 400, "ERROR", ["0.00", "12.05"]],
      [201, "SUCCESS", 201, "SUCCESS", ["0.00", "0.00"]],
      [400, "ERROR", 400, "ERROR", ["12.05", "12.05"]],
      [201, "FAILURE", 201, "FAILURE", ["12.05", "12.05"]],
    ]);
    expectNoViolations();
  });

  it("voidOfUndecided accepts or refuses the void of a payment that timed out", async () => {
    const act = async () => {
      emulator.setDials({ timedOut: "approved" });
      const { orderId } = await merchant.buy(liveCards.timedOut);
      const { status } = await merchant.void(orderId);
      emulator.advanceClock(60_000);
      return [status, shown()?.held];
    };
    expect(await withEach("voidOfUndecided", ["accepted", "refused"], act)).toEqual([
      [201, "0.00"],
      [400, "12.05"],
    ]);
  });

  it("voidOfCapture releases the authorization or leaves it", async () => {
    const act = async () => {
      const payment = await merchant.prepare(card);
      await merchant.pay(payment, { apiOperation: "AUTHORIZE" }, "authorize");
      await merchant.put(payment.orderId, "capture", bodies.capture);
      await merchant.void(payment.orderId, { "transaction.targetTransactionId": "capture" });
      return [shown()?.state, shown()?.held];
    };
    expect(await withEach("voidOfCapture", ["cancels_order", "leaves_authorization"], act)).toEqual([
      ["voided", "0.00"],
      ["authorized", "12.05"],
    ]);
  });

  it("settleAfterMs settles a payment by itself", async () => {
    const act = async () => {
      const { orderId } = await merchant.buy(card);
      emulator.advanceClock(60_000);
      return [shown()?.isSettled, (await merchant.void(orderId)).status];
    };
    expect(await withEach("settleAfterMs", [null, 60_000], act)).toEqual([
      [false, 201],
      [true, 400],
    ]);
  });
});

describe("dials of queries", () => {
  it("unknownOrder chooses the status for an unknown order or transaction", async () => {
    const act = async () => {
      const { orderId } = await merchant.buy(card);
      const replies = [await merchant.get("unknown"), await merchant.get(orderId, "unknown"), await merchant.void("x")];
      return replies.map(({ status }) => status);
    };
    expect(await withEach("unknownOrder", ["http_400", "http_404"], act)).toEqual([
      [400, 400, 400],
      [404, 404, 404],
    ]);
    expectNoViolations();
  });

  it("queryLagMs hides a payment until the time has passed, but never an authentication", async () => {
    covered.add("queryLagMs");
    emulator.setDials({ queryLagMs: 10_000 });
    const { orderId } = await merchant.buy(card);
    expect((await merchant.get(orderId)).status).toBe(400);
    expect((await merchant.get(orderId, "pay")).status).toBe(400);
    expect(statusOf((await merchant.get(orderId, "auth")).body)).toBe("AUTHENTICATION_SUCCESSFUL");
    emulator.advanceClock(10_001);
    expect((await merchant.get(orderId, "pay")).body.result).toBe("SUCCESS");
  });

  it("gatewayStatus and refusePasswords change the answers of the health check and of every call", async () => {
    const status = async () => {
      const response = await fetch(`${emulator.baseAddress}api/rest/version/100/information`);
      return ((await response.json()) as { status: string }).status;
    };
    expect(await withEach("gatewayStatus", ["OPERATING", "SHUTDOWN"], status)).toEqual(["OPERATING", "SHUTDOWN"]);
    const options = async () => (await merchant.send("POST", "paymentOptionsInquiry", {})).status;
    expect(await withEach("refusePasswords", [false, true], options)).toEqual([200, 401]);
  });

  it("rateLimitPerSecond answers HTTP 429 without a body", async () => {
    covered.add("rateLimitPerSecond");
    emulator.setDials({ rateLimitPerSecond: 2 });
    const replies = [await merchant.get("a"), await merchant.get("b"), await merchant.get("c")];
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 429]);
  });
});

it("every dial has a test", () => {
  // history.test.ts and webhook.test.ts turn the others.
  const elsewhere = ["historyRows", "historyLagMs", "reporting", "webhook"];
  expect([...covered, ...elsewhere].toSorted()).toEqual(Object.keys(dialWords.defaults).toSorted());
});
