import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { newTransactionId } from "@/lib/kit/ids";
import { completed, pending } from "@/lib/withdrawals/status";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { insertWithdrawals } from "@/tests/support/http/withdrawals";
import { reportFailure } from "../launch/command";
import { accounts } from "./accounts";
import { readRequest } from "./frame";
import { ledger } from "./ledger";
import { vault } from "./vault";
import { withdrawals } from "./withdrawals";

/** Runs operator commands in this process. `commands.launch.test.ts` runs one example of each as its own process. */
async function tw(...words: string[]): Promise<{ exitCode: number; output: string }> {
  const lines: string[] = [];
  const spies = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const spy of spies) spy.mockImplementation((line) => void lines.push(String(line)));
  const exitCodeBefore = process.exitCode;
  process.exitCode = 0;
  try {
    const loaders = { accounts, ledger, vault, withdrawals };
    const request = await readRequest(
      words,
      Object.fromEntries(Object.entries(loaders).map(([name, command]) => [name, async () => command])),
    );
    if (request.kind === "run") await request.run();
  } catch (error) {
    reportFailure(error);
  }
  const exitCode = Number(process.exitCode);
  process.exitCode = exitCodeBefore;
  for (const spy of spies) spy.mockRestore();
  return { exitCode, output: `${lines.join("\n")}\n` };
}

const refused = (sentence: string) => ({ exitCode: 1, output: `${sentence}\n` });
const done = (sentence: string) => ({ exitCode: 0, output: `${sentence}\n` });

describe("tw accounts", () => {
  const enableLive = (email: string) => tw("accounts", "live-enable", email, "--platform", "tt");
  const create = (email: string, ...options: string[]) =>
    tw("accounts", "create", "--email", email, "--first-name", "Ann", "--last-name", "Lee", ...options);

  it("enables live payments only for a verified account, and shows them without the password", async () => {
    const email = uniqueEmail();
    expect((await create(email)).exitCode).toBe(0);
    expect(await enableLive(email)).toEqual(refused("Verify the account first."));
    expect(await tw("accounts", "verify", email)).toEqual(done(`Done: verify ${email}.`));
    expect(await enableLive(email)).toEqual(done(`Done: live-enable ${email}.`));
    const { exitCode, output } = await tw("accounts", "show", email);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ verified: true, live_platforms: ["TT"] });
    expect(output).not.toContain("password");
  });

  it("never enables live payments for an account that is created with --sandbox-only", async () => {
    const email = uniqueEmail();
    expect((await create(email, "--sandbox-only")).exitCode).toBe(0);
    const sentence = "This account is confined to sandbox and can never go live.";
    expect(await enableLive(email)).toEqual(refused(sentence));
  });

  it("changes the type and the request limit, and refuses wrong values", async () => {
    const { email } = await openTestAccount();
    expect(await tw("accounts", "request-limit", email, "100000")).toEqual(done(`Done: request-limit ${email}.`));
    expect(await tw("accounts", "type", email, "ROYAL")).toEqual(
      refused("The type must be one of PERSONAL, BUSINESS."),
    );
    expect(await tw("accounts", "request-limit", email, "100001")).toEqual(
      refused("The limit must be a whole number from 1 to 100000, or usual."),
    );
    expect(await tw("accounts", "type", email, "personal")).toEqual(done(`Done: type ${email}.`));
    const { output } = await tw("accounts", "show", email);
    expect(JSON.parse(output)).toMatchObject({ type: "PERSONAL", requests_per_minute: 100_000 });
  });

  it("unlocks an account, and refuses an unknown account and an invalid email", async () => {
    const { email } = await openTestAccount();
    expect(await tw("accounts", "unlock", email)).toEqual(done(`Done: unlock ${email}.`));
    const unknown = refused("Unknown account: unknown@example.com.");
    expect(await tw("accounts", "verify", "unknown@example.com")).toEqual(unknown);
    expect(await create("ann")).toEqual(refused("The email must be a valid email address."));
  });
});

describe("tw ledger", () => {
  it("reconcile compares the books, and report prints the result again", async () => {
    const agree = { exitCode: 0, output: expect.stringMatching(/^1 reports, .*\nThe books agree\.\n$/) };
    expect(await tw("ledger", "reconcile")).toEqual(agree);
    expect(await tw("ledger", "report")).toEqual(agree);
  });
});

describe("tw vault", () => {
  it("shows the keys in use, rotates them and generates new ones", async () => {
    expect(await tw("vault", "status")).toEqual(done("version 1: 0 cards, active"));
    expect(await tw("vault", "rotate")).toEqual(done("0 cards were moved to the active key."));
    const newKey = expect.stringMatching(/^2:[\w+/]{43}=\n\nTo switch to this key/);
    expect(await tw("vault", "new-key")).toEqual({ exitCode: 0, output: newKey });
  });
});

describe("tw withdrawals", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-withdrawals-"));
  const file = (name: string) => join(folder, `${name}.csv`);
  afterAll(() => rmSync(folder, { recursive: true }));

  it("refuses an unknown withdrawal", async () => {
    const id = newTransactionId("sandbox");
    expect(await tw("withdrawals", "hold", id)).toEqual(refused("The withdrawal does not exist."));
  });

  it("writes a batch to a new file, repeats it, lists it, and reads results", async () => {
    const { accountNumber } = await openTestAccount();
    const [waiting] = await insertWithdrawals(accountNumber, 1, { environment: "live", status: pending });
    const [paid] = await insertWithdrawals(accountNumber, 1, { environment: "live", status: completed });

    const exported = await tw("withdrawals", "export", file("bank"));
    const batch = /^Batch (\w{26})\n1 withdrawals in/.exec(exported.output)?.[1] ?? "";
    expect([exported.exitCode, batch.length], exported.output).toEqual([0, 26]);
    const text = readFileSync(file("bank"), "utf8");
    expect(text.split("\r\n")[1]).toMatch(`"${batch}","${waiting}",`);

    const taken = refused(`The file cannot be written: ${file("bank")} exists already.`);
    expect(await tw("withdrawals", "export", file("bank"))).toEqual(taken);
    const again = done(`Batch ${batch}\n1 withdrawals in ${file("again")}.`);
    expect(await tw("withdrawals", "export", file("again"), "--batch", batch)).toEqual(again);
    expect(readFileSync(file("again"), "utf8")).toBe(text);
    const { output } = await tw("withdrawals", "batches");
    expect(output).toMatch(new RegExp(`^${batch} of 20\\S+Z: 1 processing, TTD 1.00\n$`));

    writeFileSync(file("mixed"), `${paid},completed\n\n${waiting},"lost\n`);
    const outcome = `line 1: ${paid} was completed already\nline 3: the line is not valid CSV\n1 of 2 lines were rejected.`;
    expect(await tw("withdrawals", "import", file("mixed"))).toEqual(refused(outcome));
  });
});
