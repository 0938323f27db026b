import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { findAccountOrThrow, verifyAccount } from "@/lib/accounts/operate-accounts";
import { saveSettings } from "@/lib/accounts/settings/settings-store";
import { db } from "@/lib/db/client";
import { env, extendEnv } from "@/lib/kit/env";
import type { Currency } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";
import { accounts } from "@/operator/accounts";
import { openTestAccount } from "@/tests/support/http/accounts";
import { doneRun, operatorCommands } from "@/tests/support/in-process/operator-command";
import { findMissingForLive } from "./find-missing";
import { changePolicy, recordCertification } from "./operate-terminals";

const { PUBLIC_URL } = env();
const complete = {
  PUBLIC_URL: "https://pay.example.com",
  SMTP_URL: "smtp://mail.example.com",
  MAIL_FROM: "pay@example.com",
};
const none = { GATEWAY_EMULATOR: "", PUBLIC_URL, SMTP_URL: "", MAIL_FROM: "" };

const missingTtd = "a terminal for TTD in TT: see «npm run acquirers -- add».";
const missingUsd = "a terminal for USD in TT, which storing cards needs too: see «npm run acquirers -- add».";

beforeEach(async () => {
  extendEnv(complete);
  for (const platform of platformCodes) await changePolicy(platform, { allowsUnconfirmed: true });
});
afterEach(async () => {
  await db().terminal.deleteMany();
  await db().authenticationPolicy.deleteMany();
  extendEnv(none);
});

const serve = async (currency: Currency) => ({ id: await addTerminal({ currency }) });

async function verifiedAccount(overrides: Parameters<typeof openTestAccount>[0] = {}) {
  const { accountNumber } = await openTestAccount(overrides);
  await verifyAccount(await findAccountOrThrow(accountNumber));
  return findAccountOrThrow(accountNumber);
}

describe("findMissingForLive", () => {
  it("lists the missing terminals of the platform, and nothing once they are added", async () => {
    const account = await verifiedAccount();
    expect(await findMissingForLive(account, "TT")).toEqual([missingTtd, missingUsd]);
    await serve("TTD");
    expect(await findMissingForLive(account, "TT")).toEqual([missingUsd]);
    await serve("USD");
    expect(await findMissingForLive(account, "TT")).toEqual([]);
    expect(await findMissingForLive(account, "JM")).toHaveLength(2);
  });

  it("does not count a terminal that waits for its place in the order", async () => {
    const account = await verifiedAccount();
    await serve("TTD");
    await serve("USD");
    await db().terminal.updateMany({ data: { position: 0 } });
    expect(await findMissingForLive(account, "TT")).toEqual([missingTtd, missingUsd]);
  });

  it("lists every missing setting of the installation, and the terminals too", async () => {
    const account = await verifiedAccount();
    extendEnv(none);
    expect(await findMissingForLive(account, "TT")).toEqual([
      "SMTP_URL and MAIL_FROM: without them, live mail is not sent.",
      "a PUBLIC_URL with https, to which the bank's page can return.",
      missingTtd,
      missingUsd,
    ]);
  });

  it("asks for a choice about unconfirmed results of 3DS, unless certification found them in the answers", async () => {
    const account = await verifiedAccount();
    const [local, foreign] = [await serve("TTD"), await serve("USD")];
    await db().authenticationPolicy.deleteMany();
    const choice = (finding: string) => [expect.stringContaining(`because ${finding} the gateway's answers`)];
    expect(await findMissingForLive(account, "TT")).toEqual(choice("no certification has found it in"));
    await recordCertification(local.id, "payment");
    await recordCertification(foreign.id, "nowhere");
    expect(await findMissingForLive(account, "TT")).toEqual(choice("certification found none in"));
    await recordCertification(foreign.id, "inquiry");
    expect(await findMissingForLive(account, "TT")).toEqual([]);
    await recordCertification(foreign.id, "nowhere");
    await changePolicy("TT", { allowsUnconfirmed: false });
    expect(await findMissingForLive(account, "TT")).toEqual([]);
  });

  it("needs neither mail nor https while the gateway is the emulator on this machine", async () => {
    extendEnv({ ...none, GATEWAY_EMULATOR: "http://127.0.0.1:3099" });
    const account = await verifiedAccount();
    await serve("TTD");
    await serve("USD");
    expect(await findMissingForLive(account, "TT")).toEqual([]);
  });

  it("asks for no choice where the acquirer itself confirms the result of 3DS", async () => {
    await db().authenticationPolicy.deleteMany();
    await serve("TTD");
    await serve("USD");
    await db().terminal.updateMany({ data: { acquirer: "simulator" } });
    expect(await findMissingForLive(await verifiedAccount(), "TT")).toEqual([]);
  });

  it("lists what the account itself lacks", async () => {
    await serve("USD");
    const { accountNumber } = await openTestAccount({ type: "PERSONAL" });
    await saveSettings(accountNumber, { currencies: ["JMD"] });
    expect(await findMissingForLive(await findAccountOrThrow(accountNumber), "TT")).toEqual([
      "the type BUSINESS: a personal account takes no payments.",
      "the verification of the account.",
      "a currency of TT: the checkout settings of the account accept only JMD.",
    ]);
  });

  it("needs a terminal only for the currencies that the account accepts, and for storing cards", async () => {
    const account = await verifiedAccount();
    await saveSettings(account.accountNumber, { currencies: ["USD"] });
    expect(await findMissingForLive(account, "TT")).toEqual([missingUsd]);
    await saveSettings(account.accountNumber, { currencies: ["TTD"] });
    expect(await findMissingForLive(account, "TT")).toEqual([missingTtd, missingUsd]);
  });
});

describe("tw accounts live-enable", () => {
  const { tw } = operatorCommands(accounts);

  it("says that it is done only if nothing is missing, and else prints one line for each missing part", async () => {
    const { email } = await verifiedAccount();
    const enable = () => tw("accounts", "live-enable", String(email), "--platform", "TT");
    await serve("TTD");
    expect(await enable()).toEqual(
      doneRun(`${email} may take live payments in TT, but they do not work yet.\nMissing: ${missingUsd}`),
    );
    await serve("USD");
    expect(await enable()).toEqual(doneRun(`Done: ${email} can take live payments in TT.`));
  });
});
