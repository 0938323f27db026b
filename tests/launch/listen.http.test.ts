import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { cleanAround, run, runScript, scriptProgram, until } from "@/tests/support/http/launcher";
import { startReceiver } from "@/tests/support/http/receiver";
import { happen } from "@/tests/support/http/webhooks";

const { roomy } = inject("product");
const script = "scripts/listen.ts";
const nowhere = "http://127.0.0.1:9";
let merchant: Merchant;
let key: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

cleanAround();
beforeAll(async () => {
  [merchant, receiver] = await Promise.all([newMerchant(), startReceiver()]);
  const scopes = ["svc-user-retrieve", "svc-transactions-retrieve", "svc-withdrawals-retrieve"] as const;
  key = (await newKey(merchant, scopes)).key;
});
afterAll(() => receiver.close());

const happensTo = (subject: string, event?: Parameters<typeof happen>[2]) =>
  happen({ accountNumber: merchant.accountNumber, environment: "sandbox" }, subject, event);

async function startListening(...options: string[]) {
  const args = ["--api", roomy, "--key", key, ...options];
  const listener = run([...scriptProgram(script), ...args]);
  await until("the listener", () => listener.output().includes("Signed with "), listener.output);
  return listener;
}

describe("npm run listen", () => {
  it("prints each selected event once and forwards it with a valid signature", async () => {
    await happensTo("before it listened");
    const listener = await startListening("--to", receiver.url, "--events", "payment.success,withdrawal.held");
    await happensTo("SB-1");
    await happensTo("SB-2", "payment.failed");
    await happensTo("SB-3", "withdrawal.held");
    await until("the last event", () => /SB-3/.test(listener.output()), listener.output);
    const time = "\\d\\d:\\d\\d:\\d\\d";
    expect(listener.output()).toMatch(
      new RegExp(
        `^Listening at ${roomy}, forwarding to ${receiver.url}\\.\\nSigned with whsec_\\S+\\n` +
          `${time}  payment\\.success  SB-1  → 204\\n${time}  withdrawal\\.held  SB-3  → 204\\n$`,
      ),
    );
    const [secret = ""] = /whsec_\S+/.exec(listener.output()) ?? [];
    expect(receiver.received.map(({ json }) => json.data.transaction_id)).toEqual(["SB-1", "SB-3"]);
    for (const { headers, body } of receiver.received) {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(event).toMatchObject({ id: headers["webhook-id"], meta: { account_number: merchant.accountNumber } });
    }
    listener.child.kill("SIGTERM");
    await listener.exitCode();
  });

  it("reports a receiver that does not answer, and continues", async () => {
    const secret = `whsec_${Buffer.from("a secret of the merchant's own").toString("base64")}`;
    const listener = await startListening("--to", nowhere, "--secret", secret);
    expect(listener.output()).toContain(`Signed with ${secret}\n`);
    for (const subject of ["SB-4", "SB-5"]) await happensTo(subject);
    const lineOf = (subject: string) => `payment.success  ${subject}  → nothing answers at ${nowhere}/\n`;
    await until(
      "both",
      () => ["SB-4", "SB-5"].every((one) => listener.output().includes(lineOf(one))),
      listener.output,
    );
    listener.child.kill("SIGTERM");
    await listener.exitCode();
  });

  it("ends with one sentence that says why it cannot listen", async () => {
    const unknown = `svc_test_${"0".repeat(18)}_${"0".repeat(64)}`;
    const narrow = (await newKey(merchant, ["svc-user-create"])).key;
    const cases: [string[], string][] = [
      [["--to", receiver.url, "--api", nowhere], `Nothing answers at ${nowhere}. Start Tradewind with «npm start»,`],
      [
        ["--to", receiver.url, "--api", roomy, "--key", unknown],
        `The API at ${roomy} refuses this key: it is unknown or revoked.`,
      ],
      [["--to", receiver.url, "--api", `${roomy}/api/`, "--key", narrow], "The key may not read events: Invalid scope"],
      [["--to", receiver.url, "--api", `${roomy}/docs`, "--key", key], "is not Tradewind (404)."],
    ];
    const runs = await Promise.all(cases.map(([args]) => runScript(script, args)));
    for (const [index, [, sentence]] of cases.entries()) {
      expect(runs[index]).toEqual({ exitCode: 1, output: expect.stringContaining(sentence) });
    }
  });
});
