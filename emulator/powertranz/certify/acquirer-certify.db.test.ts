import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Dials } from "@/emulator/powertranz/dials";
import { powertranzEmulator } from "@/emulator/powertranz/emulator";
import { terminals } from "@/emulator/powertranz/terminals";
import type { WireRule } from "@/emulator/powertranz/violations";
import { certifyForTests, dialsIn, questionsWith, verdictsIn } from "@/emulator/testing/certification-run";
import { startEmulatorForFile } from "@/emulator/testing/emulator-for-file";
import { addTerminal } from "@/emulator/testing/live-charges";
import { db } from "@/lib/db/client";
import { certifyAcquirer } from "@/operator/acquirer-certify";
import { droppingSockets } from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import { certifications, testCards } from "./test-cards";

const emulator = startEmulatorForFile(powertranzEmulator);

/** The rules that questions break on purpose, each once. */
const provoked: WireRule[] = [
  "transaction_identifier_reused",
  "spi_token_sent_twice",
  "payment_after_failed_authentication",
  "spi_token_late",
];

/** By default, the emulator confirms no result of 3DS, which the product cannot do without. */
const confirming: Partial<Dials> = { paymentAuthentication: true };

async function run(options: Parameters<typeof certifyForTests>[0] = {}, dials: Partial<Dials> = {}) {
  emulator().setDials({ ...confirming, ...dials });
  return certifyForTests(options, async (milliseconds) => emulator().advanceClock(milliseconds));
}

const notConfirmedIn = (report: string): string[] => questionsWith("NOT confirmed", report);

/** The dials that the report names, apart from those of every run. */
function otherDialsIn(report: string): unknown {
  const { paymentAuthentication, ...others } = dialsIn(report);
  expect(paymentAuthentication).toBe(true);
  return others;
}

const brokenRules = () =>
  emulator()
    .state()
    .violations.map(({ rule }) => rule);

/** Charges at the gateway that are neither voided nor refunded. */
const heldCharges = () =>
  emulator()
    .state()
    .transactions.filter(({ state, refunds }) => state === "approved" && refunds.length === 0);

describe("a gateway that behaves as the product assumes", () => {
  it("is confirmed in every question and pays the certification list, and no charge is left", async () => {
    const { report, summary, isGood } = await run();
    const verdicts = Object.values(verdictsIn(report));
    expect(verdicts).toHaveLength(19);
    expect(verdicts.filter((verdict) => !verdict.startsWith("confirmed. "))).toEqual([]);
    expect([isGood, summary]).toEqual([
      true,
      "19 questions: 19 confirmed, 0 NOT confirmed, 0 not answered. 10 payments of the certification list: 0 NOT as expected. 0 charges could not be voided.",
    ]);
    expect(report).not.toContain("NOT");
    expect(otherDialsIn(report)).toEqual({});
    expect(heldCharges()).toEqual([]);
    expect(emulator().state().transactions.length).toBeGreaterThan(20);
  });

  it("sees only the broken rules that questions provoke", async () => {
    await run();
    expect(brokenRules()).toEqual(provoked);
  });

  it("shows an approved and a declined payment of every brand with its identifiers", async () => {
    const { report } = await run({ only: "certification" });
    for (const [brand, declined] of [
      ["Visa", "declined with 05"],
      ["Mastercard", "declined with 05"],
      ["American Express", "declined by 3DS \\(3D0, status N\\), payment not sent"],
      ["Discover", "declined with 05"],
    ]) {
      const row = `\\| ${brand} \\| \\d{6}…\\d{4} \\([^|]*\\) \\| 1\\.\\d\\d TTD \\|`;
      const references = "\\| [0-9a-f-]{36} \\| \\d{6} \\| \\d{12} \\| AVS [AY], CVV M \\|";
      expect(report).toMatch(new RegExp(`^${row} approved \\| approved with 00 ${references}$`, "m"));
      expect(report).toMatch(new RegExp(`^${row} declined \\| ${declined} \\| [0-9a-f-]{36} \\|`, "m"));
    }
    expect(brokenRules()).toEqual([]);
    expect(heldCharges()).toEqual([]);
  });
});

describe("a gateway that behaves differently", () => {
  const differentDials: [string, Partial<Dials>][] = [
    ["duplicate-identifier", { duplicateIdentifier: "error_97" }],
    ["duplicate-identifier", { duplicateIdentifier: "starts_again" }],
    ["used-token", { usedToken: "same_answer" }],
    ["used-token", { usedToken: "http_400_empty" }],
    ["token-life", { expiredToken: "http_400_empty" }],
    ["refund-identifier", { refundExternalIdentifier: false }],
    ["verification-letters", { verificationLetters: "inquiry" }],
    ["verification-letters", { verificationLetters: "none" }],
    ["micro-amounts", { microAmounts: "code_13" }],
    ["pan-token", { panToken: true }],
  ];
  it.each(drawCases(differentDials, 10))(
    "is NOT confirmed at %s with %j, and the report names this dial",
    async (question, dials) => {
      const { report, isGood } = await run({}, dials);
      expect(notConfirmedIn(report)).toEqual([question]);
      expect(report).toContain(`| ${question} | NOT confirmed |`);
      expect(otherDialsIn(report)).toEqual(dials);
      expect([isGood, heldCharges()]).toEqual([false, []]);
    },
  );

  const handledDials: Partial<Dials>[] = [
    { unknownInquiry: "null_body" },
    { unknownInquiry: "empty_object" },
    { unknownInquiry: "http_200_empty" },
    { unknownInquiry: "code_25" },
    { inquiryBeforePayment: "sp4_record" },
    { verificationLetters: "both" },
    { voidOfUnknown: "http_404_empty" },
    { voidOfUnknown: "approved" },
    { voidOfUnknown: "code_96" },
    { voidOfUnknown: "code_ZZ" },
    { voidExternalIdentifier: false },
    { inquiryAuthentication: true },
  ];
  it.each(drawCases(handledDials, 12))(
    "is confirmed with %j, because the product handles it, and the report names this dial",
    async (dials) => {
      const { report, isGood } = await run({}, dials);
      expect([isGood, notConfirmedIn(report), otherDialsIn(report)]).toEqual([true, [], dials]);
    },
  );

  it.each<[string, Partial<Dials>, boolean]>([
    ["payment", { paymentAuthentication: true }, true],
    ["inquiry", { paymentAuthentication: false, inquiryAuthentication: true }, true],
    ["nowhere", { paymentAuthentication: false }, false],
  ])("has its result of 3DS recorded as found in: %s", async (authenticationIn, dials, isConfirmed) => {
    const { isGood } = await run({ only: "payment-authentication" }, dials);
    expect(isGood).toBe(isConfirmed);
    const terminal = await db().terminal.findFirst({ where: { certifiedAt: { not: null } } });
    expect(terminal).toMatchObject({ platform: "TT", currency: "TTD", authenticationIn });
  });

  it("is NOT confirmed if the product could never learn that a payment does not exist", async () => {
    emulator().addFault({ endpoint: "orderSearch", kind: "code", code: "96", times: 0 });
    const { report } = await run({ only: "unknown-void" });
    expect(verdictsIn(report)["unknown-void"]).toMatch(/^NOT confirmed: .*would keep such payments open/);
  });

  it("is confirmed if a void of an unknown payment gets no answer, because OrderSearch decides", async () => {
    const asked = run({ only: "unknown-void" }, { voidOfUnknown: "silent" });
    const { report } = await droppingSockets(emulator(), asked);
    expect(verdictsIn(report)["unknown-void"]).toMatch(/^confirmed\. .*no response.*for a minute/);
  });

  it("is NOT confirmed if payments are settled at once, and the report lists every charge that is left", async () => {
    const { report, isGood } = await run({}, { settleAfterMs: 0 });
    expect([isGood, notConfirmedIn(report)]).toEqual([false, ["void-window"]]);
    const left = [...report.matchAll(/^- NOT voided: (\S+), .*code 12/gm)].map(([, identifier]) => identifier);
    expect(left).toEqual(heldCharges().map(({ transactionIdentifier }) => transactionIdentifier));
    expect(left.length).toBeGreaterThan(10);
  });

  it("is NOT confirmed if its queries lag for longer than the product waits", async () => {
    const { report } = await run({ only: "inquiry-after-payment" }, { queryLagMs: 50_000 });
    expect(verdictsIn(report)["inquiry-after-payment"]).toMatch(/^NOT confirmed: .*after 60 seconds/);
  });

  it("is NOT confirmed if it limits the rate of calls, and the next command still works", async () => {
    const { report } = await run({ only: "rate-limit" }, { rateLimitPerSecond: 8 });
    expect(verdictsIn(report)["rate-limit"]).toMatch(/^NOT confirmed: \d of 20 .* HTTP 429, empty body/);
    expect((await run({ only: "unknown-void" }, { rateLimitPerSecond: null })).isGood).toBe(true);
  });

  it("gets the verdict 'not answered' where 3DS fails, and nothing is charged", async () => {
    const { report, isGood } = await run({}, { threeDS: "down_3D3" });
    expect(isGood).toBe(false);
    expect(verdictsIn(report)["pan-token"]).toMatch(/^not answered: The payment was not approved \(.*code 12/);
    expect(report).toContain("NOT as expected: declined with 12");
    expect(heldCharges()).toEqual([]);
  });

  it("gets the charge voided whose answer was lost", async () => {
    emulator().addFault({ endpoint: "payment", kind: "lost_after" });
    const { report } = await run({ only: "pan-token" });
    expect(verdictsIn(report)["pan-token"]).toMatch(/^not answered: .*no response/);
    expect(emulator().state().transactions).toMatchObject([{ state: "voided", chargeCount: 1 }]);
  });
});

describe("settled-void", () => {
  it.each<[Dials["settledVoid"], string]>([
    ["code_12", "confirmed. The void gets the code 12. The refund gets the code 00."],
    ["code_76", "confirmed. The void gets the code 76. The refund gets the code 00."],
    ["accepted", "NOT confirmed: The void gets the code 00. The product may void settled payments, too."],
  ])("asks about a payment that --keep-one left open, with %s", async (settledVoid, verdict) => {
    const first = await run({ only: "certification", keepsOne: true });
    const [kept, ...others] = heldCharges();
    const settledSale = kept?.transactionIdentifier ?? "";
    expect(others).toEqual([]);
    expect(first.summary).toContain(`--only settled-void --settled-sale ${settledSale}`);
    expect(first.report).toContain(`Kept for --settled-sale: ${settledSale}, 1.01 TTD.`);

    const tooEarly = await run({ only: "settled-void", settledSale });
    expect(verdictsIn(tooEarly.report)["settled-void"]).toMatch(/^not answered: The payment is not settled yet/);
    emulator().settleAll();
    const { report } = await run({ only: "settled-void", settledSale }, { settledVoid });
    expect(verdictsIn(report)["settled-void"]).toBe(verdict);
    expect(heldCharges()).toEqual([]);
  });
});

describe("report and output", () => {
  it("contain no card number, security code, password, token or page of the bank", async () => {
    const { report, output } = await run({}, { panToken: true });
    const text = `${report}\n${output}`;
    const numbers = [...certifications.map(({ card }) => card), ...Object.values(testCards)].map(
      ({ number }) => number,
    );
    const secrets = [
      ...numbers,
      ...terminals.flatMap(({ password, gatewayKey }) => [password, gatewayKey ?? password]),
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // The second guard had nothing to remove.
    expect(text).not.toContain("[secret]");
    expect(text).not.toMatch(/\d{13}|[0-9a-f]{40}|<form|<!doctype|_spi/i);
    const withoutReferences = text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+ ms|\d{6,}/g, "");
    expect(withoutReferences).not.toMatch(/\b8135?\b/);
  });

  it("leave the tables of payments empty", async () => {
    await run();
    const { attempt, checkoutSession } = db();
    const counts = [attempt.count(), checkoutSession.count()];
    expect(await Promise.all(counts)).toEqual([0, 0]);
  });
});

describe("acquirers certify", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-certify-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, `${name}.md`);

  async function certifyTo(report: string, ...words: string[]): Promise<string> {
    const lines: string[] = [];
    const print = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
    const terminal = ["--platform", "tt", "--currency", "TTD", "--report", report];
    await certifyAcquirer
      .bind([...terminal, ...words])()
      .finally(() => print.mockRestore());
    return lines.join("\n");
  }

  it("writes the report to a new file, and never overwrites one", async () => {
    const output = await certifyTo(file("void"), "--only", "unknown-void");
    expect(output).toMatch(/^unknown-void: The product assumes that .*: confirmed\. .*\n1 questions: 1 confirmed, /);
    expect(output).toContain(`The report is in ${file("void")}.`);
    const report = readFileSync(file("void"), "utf8");
    expect(Object.keys(verdictsIn(report))).toEqual(["unknown-void"]);
    const taken = `The report cannot be written: ${file("void")} exists already.`;
    await expect(certifyTo(file("void"), "--only", "unknown-void")).rejects.toThrow(taken);
    expect(readFileSync(file("void"), "utf8")).toBe(report);
  });

  it("prints the report if its file was taken during the run, so that no result is lost", async () => {
    const lines: string[] = [];
    const print = vi.spyOn(console, "log").mockImplementation((line) => {
      writeFileSync(file("taken"), "another report");
      lines.push(String(line));
    });
    const words = ["--platform", "tt", "--currency", "TTD", "--report", file("taken"), "--only", "unknown-void"];
    const run = certifyAcquirer
      .bind(words)()
      .finally(() => print.mockRestore());
    await expect(run).rejects.toThrow("The report cannot be written: ");
    expect(Object.keys(verdictsIn(lines.join("\n")))).toEqual(["unknown-void"]);
    expect([readFileSync(file("taken"), "utf8"), existsSync(`${file("taken")}.part`)]).toEqual([
      "another report",
      false,
    ]);
  });

  it("fails with the summary if an assumption is not confirmed, and still writes the report", async () => {
    emulator().setDials({ duplicateIdentifier: "error_97" });
    const only = ["--only", "duplicate-identifier"];
    await expect(certifyTo(file("different"), ...only)).rejects.toThrow("1 questions: 0 confirmed, 1 NOT confirmed");
    expect(notConfirmedIn(readFileSync(file("different"), "utf8"))).toEqual(["duplicate-identifier"]);
  });

  it.each([
    ["an unknown question", ["--only", "weather"], "--only must be one of duplicate-identifier, used-token, "],
    ["settled-void without a payment", ["--only", "settled-void"], "settled-void needs --settled-sale."],
    ["a currency without a terminal", ["--currency", "BBD"], "No terminal for TT and BBD exists."],
  ])("refuses %s, calls nothing and leaves no file", async (_what, words, message) => {
    await expect(certifyTo(file("refused"), ...words)).rejects.toThrow(message);
    expect([existsSync(file("refused")), emulator().state().transactions]).toEqual([false, []]);
  });

  it.each(["https://gateway.ptranz.com/api/", "https://api.ptranz.com/api/", "https://staging.evil.example.com/"])(
    "refuses the gateway %s, because it is not known as staging",
    async (gateway) => {
      const id = await addTerminal({ baseAddress: gateway });
      const refused = certifyTo(file("production"), "--terminal", id);
      await expect(refused).rejects.toThrow(/^certify uses test cards, so it runs only at staging or at an emulator/);
      expect(existsSync(file("production"))).toBe(false);
      await db().terminal.delete({ where: { id } });
    },
  );

  it("refuses to start while the gateway does not answer", async () => {
    emulator().setDown("http_503");
    await expect(certifyTo(file("down"))).rejects.toThrow(/^The gateway http:.* does not answer\.$/);
  });
});
