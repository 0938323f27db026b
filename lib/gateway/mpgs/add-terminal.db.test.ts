import { beforeEach, expect, it } from "vitest";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { startEmulatorForFile } from "@/emulator/testing/emulator-for-file";
import { db } from "@/lib/db/client";
import { platformCodes } from "@/lib/reference/platforms";
import { acquirers } from "@/operator/acquirers";
import { operatorCommands, refusedRun } from "@/tests/support/in-process/operator-command";

/** The command that adds a merchant account: whatever is wrong, it says so in one sentence and stores nothing. */
const emulator = startEmulatorForFile(mpgsEmulator);
const { twWithInput } = operatorCommands(acquirers);
const [barbados, trinidad] = (["BB", "TT"] as const).map((code) => mpgsEmulator.merchants[platformCodes.indexOf(code)]);
const { merchantId = "", secrets = {} } = trinidad ?? {};
const password = secrets.password ?? "";

beforeEach(async () => {
  await db().terminal.deleteMany();
});

const add = (input: string, id: string, gateway: string, ...more: string[]) =>
  twWithInput(
    input,
    ...["acquirers", "add", mpgsEmulator.acquirer, "--platform", "tt", "--currency", "ttd"],
    ...["--merchant-id", id, "--gateway", gateway, ...more],
  );

it("an account is added, and its credentials were tried before", async () => {
  const { baseAddress } = emulator();
  const { exitCode, output } = await add(password, merchantId, `${baseAddress}api/rest/version/100/`, "--test");
  expect([exitCode, output]).toEqual([0, expect.stringContaining("reachable, credentials accepted")]);
  expect(await db().terminal.findMany()).toMatchObject([{ acquirer: mpgsEmulator.acquirer, merchantId, baseAddress }]);
});

const host = "must be sagicor, mtf, or the bank's own address, such as https://sagicorbank.gateway.mastercard.com/.";

it.each([
  {
    what: "a wrong password",
    run: () => add("wrong", merchantId, emulator().baseAddress, "--test"),
    says: () =>
      `${emulator().baseAddress} refuses the merchant id ${merchantId} with these secrets: check both, and that they belong to this gateway. Nothing was stored.`,
  },
  {
    what: "a test account that is not called one",
    run: () => add(password, merchantId, emulator().baseAddress),
    says: () => "The merchant id is that of a test account: enter the one for real payments, or add --test.",
  },
  {
    what: "a real account that is called a test account",
    run: () => add(password, merchantId.replace("TEST", ""), emulator().baseAddress, "--test"),
    says: () => "The merchant id is not that of a test account: leave --test out if real payments are meant.",
  },
  {
    what: "a currency that the account does not take",
    run: () => add(barbados?.secrets.password ?? "", barbados?.merchantId ?? "", emulator().baseAddress, "--test"),
    says: () =>
      `The merchant account ${barbados?.merchantId} does not take TTD: ask the bank to enable it. Nothing was stored.`,
  },
  {
    what: "a host that is not the bank's",
    run: () => add(password, "12345", "https://gateway.mastercard.com.example/"),
    says: () => `The gateway ${host}`,
  },
])("$what is refused with the fix", async ({ run, says }) => {
  expect(await run()).toEqual(refusedRun(says()));
  expect(await db().terminal.count()).toBe(0);
});
