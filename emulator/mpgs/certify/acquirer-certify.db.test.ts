import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Dials } from "@/emulator/mpgs/dials";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { profiles } from "@/emulator/mpgs/profiles";
import { certifyForTests, dialsIn, questionsWith, verdictsIn } from "@/emulator/testing/certification-run";
import { startEmulatorForFile } from "@/emulator/testing/emulator-for-file";
import { db } from "@/lib/db/client";
import { insertTerminal } from "@/lib/gateway/terminals/terminal-store";
import { now, useClock } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { listedSales } from "./test-cards";

const emulator = startEmulatorForFile(mpgsEmulator);

let waitedMs = 0;
let restore: () => void;
beforeEach(() => {
  waitedMs = 0;
  restore = useClock(() => new Date(Date.now() + waitedMs));
});
afterEach(() => restore());

type Options = Parameters<typeof certifyForTests>[0];

/** The clock of the product moves with that of the emulator, because it asks the reporting service by time. */
async function run(options: Options = {}, dials: Partial<Dials> = {}) {
  emulator().setDials(dials);
  return certifyForTests(options, async (milliseconds) => {
    waitedMs += milliseconds;
    emulator().advanceClock(milliseconds);
  });
}

/** Orders that hold the payer's money. */
const heldOrders = () =>
  emulator()
    .state()
    .transactions.filter(({ held }) => held !== "0.00");

describe("a gateway that behaves as the product assumes", () => {
  it("is confirmed in every question and pays the certification list, and no charge is left", async () => {
    const { report, summary, isGood } = await run();
    const verdicts = Object.values(verdictsIn(report));
    expect(verdicts.filter((verdict) => !verdict.startsWith("confirmed. "))).toEqual([]);
    expect([isGood, summary]).toEqual([
      true,
      "12 questions: 12 confirmed, 0 NOT confirmed, 0 not answered. 19 payments of the certification list: 0 NOT as expected. 0 charges could not be voided.",
    ]);
    expect(report).not.toContain("NOT");
    expect([dialsIn(report), heldOrders()]).toEqual([{}, []]);
    const rules = emulator()
      .state()
      .violations.map(({ rule }) => rule);
    expect(rules).toEqual(["body_changed"]);
  });

  it("shows an approved and a declined payment of every brand of the vendor's cards, and each flow of 3DS", async () => {
    const { report } = await run({ only: "certification" });
    for (const brand of ["Visa", "Mastercard", "American Express"]) {
      const row = `\\| ${brand} \\| \\d{6}…\\d{4} \\([^|]*\\) \\| 1\\.\\d\\d TTD \\|`;
      const references = "\\| [0-9A-Z]{26} \\| \\d{6} \\| \\d{12} \\| CSC MATCH, AVS ADDRESS_ZIP_MATCH \\|";
      expect(report).toMatch(new RegExp(`^${row} approved \\| approved with APPROVED 00 ${references}$`, "m"));
      expect(report).toMatch(new RegExp(`^${row} declined \\| declined with DECLINED 05 `, "m"));
    }
    expect(report.match(/declined by 3DS \([^)]*\), payment not sent/g)).toHaveLength(4);
    expect([emulator().state().violations, heldOrders()]).toEqual([[], []]);
  });
});

describe("a gateway that behaves differently", () => {
  const warnings: [string, Partial<Dials>, string][] = [
    ["security-code", { sessionCsc: "forgotten" }, "payments go without it"],
    ["operation", { authorizeOnly: true }, "each payment needs a CAPTURE"],
    ["acquirer-code", { acquirerCode: "own" }, "acquirerCode is D00, D05, D54"],
    ["acquirer-code", { acquirerCode: "none" }, "missing, missing, missing"],
    ["challenge-page", { customizedHtml: false }, "may change without notice"],
    ["unknown-order", { unknownOrder: "http_404" }, "a wrong path gets 404, too"],
    ["repeated-ids", { changedReplay: "new_charge" }, "The same ids can charge twice"],
    ["timed-out", { voidOfUndecided: "refused" }, "counts it as not made"],
  ];
  it.each(warnings)("gets a warning at %s with %j, and the report names the dial", async (question, dials, words) => {
    const { report, isGood, summary } = await run({}, dials);
    expect([questionsWith("WARNING", report), questionsWith("NOT confirmed", report)]).toEqual([[question], []]);
    expect(verdictsIn(report)[question]).toContain(words);
    expect([dialsIn(report), isGood, heldOrders()]).toEqual([dials, true, []]);
    expect(summary).toContain("11 confirmed, 1 with a WARNING, 0 NOT confirmed");
  });

  const refused: [string, Partial<Dials>, string][] = [
    ["void-window", { void: "unsupported" }, "INVALID_REQUEST"],
    ["void-window", { void: "late" }, "FAILURE NOT_SUPPORTED"],
    ["reporting", { reporting: "http_401" }, "HTTP 401"],
    ["reporting", { reporting: "http_403" }, "HTTP 403"],
    ["query-after-payment", { queryLagMs: 60_000 }, "payments count as failed too early"],
  ];
  it.each(refused)("is NOT confirmed at %s with %j, and no charge is left", async (question, dials, words) => {
    const { report, isGood } = await run({ only: question }, dials);
    expect(questionsWith("NOT confirmed", report)).toEqual([question]);
    expect(verdictsIn(report)[question]).toContain(words);
    expect([dialsIn(report), isGood, heldOrders()]).toEqual([dials, false, []]);
  });

  const handled: Partial<Dials>[] = [
    { replayStatus: "http_200" },
    { changedReplay: "http_400" },
    { timedOut: "approved" },
    { timedOut: "reversed" },
    { timedOut: "approved", voidOfUndecided: "refused" },
    { timedOut: "reversed", voidOfUndecided: "refused" },
  ];
  it.each(handled)("is confirmed with %j, because the product handles it, and the report names it", async (dials) => {
    const { report, isGood } = await run({}, dials);
    expect([isGood, questionsWith("WARNING", report), dialsIn(report), heldOrders()]).toEqual([true, [], dials, []]);
  });

  it("fails if a session forgets the security code and the payment is refused without it, and says why", async () => {
    const { report, isGood } = await run({}, { sessionCsc: "required" });
    expect([isGood, questionsWith("NOT confirmed", report)]).toEqual([false, ["security-code"]]);
    expect(verdictsIn(report)["security-code"]).toContain("every payment with 3-D Secure fails");
    expect([dialsIn(report), heldOrders()]).toEqual([{ sessionCsc: "required" }, []]);
  });

  it("refunds what it cannot void, and voids an authorisation that stays after the void of its capture", async () => {
    expect((await run({ only: "certification" }, { void: "unsupported" })).isGood).toBe(true);
    expect(heldOrders()).toEqual([]);
    emulator().reset();
    const dials = { authorizeOnly: true, voidOfCapture: "leaves_authorization" } as const;
    const { report, isGood } = await run({}, dials);
    expect([isGood, dialsIn(report), heldOrders()]).toEqual([true, dials, []]);
  });

  it.each([
    [200_000, /^confirmed\. The list has it after 245 seconds/],
    [3_600_000, /^WARNING: The list does not have it after 900 seconds/],
  ])("gets a warning if its list has a payment later than a quarter of an hour: after %i ms", async (lag, verdict) => {
    const { report } = await run({ only: "reporting" }, { historyLagMs: lag });
    expect(verdictsIn(report).reporting).toMatch(verdict);
  });

  it("is NOT confirmed if it limits the rate of calls, and the next command still works", async () => {
    const { report } = await run({ only: "rate-limit" }, { rateLimitPerSecond: 8 });
    expect(verdictsIn(report)["rate-limit"]).toMatch(/^NOT confirmed: \d of 20 .* HTTP 429, empty body/);
    expect((await run({ only: "unknown-order" }, { rateLimitPerSecond: null })).isGood).toBe(true);
  });

  it("gets the charge voided whose answer was lost", async () => {
    emulator().addFault({ endpoint: "pay", kind: "lost_after" });
    const { report } = await run({ only: "void-window" });
    expect(verdictsIn(report)["void-window"]).toMatch(/^not answered: .*no response/);
    expect(emulator().state().transactions).toMatchObject([{ state: "voided", chargeCount: 1 }]);
  });
});

describe("a merchant account", () => {
  it("without a reporting password is NOT confirmed, and the report says how to add it", async () => {
    const [terminal] = await db().terminal.findMany({ where: { platform: "TT", currency: "TTD" } });
    const profile = profiles.find(({ id }) => id === terminal?.merchantId);
    const secrets = { password: profile?.password ?? "" };
    const credentials = { baseAddress: emulator().baseAddress, merchantId: profile?.id ?? "", secrets };
    const added = { acquirer: mpgsEmulator.acquirer, platform: "TT", currency: "TTD", credentials } as const;
    await db().terminal.updateMany({ where: { id: terminal?.id ?? "" }, data: { disabledAt: now() } });
    const id = newUlid();
    await insertTerminal({ ...added, id, createdAt: now() });
    const { report } = await run({ only: "reporting", terminal: id });
    expect(verdictsIn(report).reporting).toMatch(/^NOT confirmed: .*--with reporting-password/);
    await db().terminal.delete({ where: { id } });
    await db().terminal.updateMany({ where: { id: terminal?.id ?? "" }, data: { disabledAt: null } });
  });

  it("that moves money is refused on the host of test accounts, and nothing is called", async () => {
    const id = newUlid();
    const baseAddress = "https://sagicorbank.gateway.mastercard.com/";
    const credentials = { baseAddress, merchantId: "SHOP0001", secrets: { password: "a password" } };
    const live = { acquirer: mpgsEmulator.acquirer, platform: "TT", currency: "TTD", credentials } as const;
    await insertTerminal({ ...live, id, createdAt: now() });
    await expect(run({ terminal: id })).rejects.toThrow(/^certify uses test cards, .*the merchant id SHOP0001/);
    await db().terminal.delete({ where: { id } });
  });
});

describe("settled-void", () => {
  it.each<[Dials["void"], RegExp]>([
    ["until_settled", /^confirmed\. The void gets HTTP 400, .* The refund gets HTTP 201, SUCCESS APPROVED/],
    ["accepted", /^WARNING: The void gets HTTP 201, SUCCESS APPROVED/],
  ])("asks about a payment that --keep-one left open, with %s", async (position, verdict) => {
    const first = await run({ only: "certification", keepsOne: true });
    const [kept, ...others] = heldOrders();
    const settledSale = kept?.transactionIdentifier ?? "";
    expect(others).toEqual([]);
    expect(first.summary).toContain(`--only settled-void --settled-sale ${settledSale}`);
    emulator().settleAll();
    const { report } = await run({ only: "settled-void", settledSale }, { void: position });
    expect(verdictsIn(report)["settled-void"]).toMatch(verdict);
    expect(heldOrders()).toEqual([]);
    const again = await run({ only: "settled-void", settledSale });
    expect(verdictsIn(again.report)["settled-void"]).toMatch(/^not answered: The account has no such payment/);
  });
});

describe("report and output", () => {
  it("contain no card number, security code, password, session or page of the bank", async () => {
    const { report, output } = await run();
    const text = `${report}\n${output}`;
    const secrets = [
      ...listedSales.map(({ card }) => card.number),
      ...profiles.flatMap(({ password, reportingPassword }) => [password, reportingPassword]),
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/\[secret\]|SESSION0|\d{13}|<form|<!doctype|creq=/i);
    const withoutReferences = text.replace(/[0-9A-Z]{26}|\d+ ms|\d{6,}|\d+ (seconds|transactions)/g, "");
    expect(withoutReferences).not.toMatch(/\b(100|1000)\b/);
  });

  it("leave the tables of payments empty", async () => {
    await run({ only: "certification" });
    const counts = [db().attempt.count(), db().checkoutSession.count(), db().mpgsCharge.count()];
    expect(await Promise.all(counts)).toEqual([0, 0, 0]);
  });
});
