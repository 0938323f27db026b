import { emulators } from "@/emulator/emulators";
import { openAccountWith } from "@/lib/accounts/create-account";
import { enableLive, verifyAccount } from "@/lib/accounts/operate-accounts";
import { findAccount, insertSettings, lockSeed } from "@/lib/accounts/store";
import { operator } from "@/lib/audit/record";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction } from "@/lib/db/client";
import { findTerminals, insertTerminal, leaveOnlyGateways } from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { currenciesOf } from "@/lib/reference/currencies";
import { liveDemo } from "@/lib/reference/live-demo";
import { platformCodes } from "@/lib/reference/platforms";

/**
 * Creates the merchant of the live demo, and the terminals of the emulators at GATEWAY_EMULATOR, which alone are used,
 * in the order of the emulators. A disabled account or terminal stays disabled.
 */
export async function seedLiveDemo(): Promise<void> {
  // The password is public. At a real gateway, anyone could use the account.
  const origins = env().GATEWAY_EMULATOR;
  if (origins.length !== emulators.length) throw new Error("The live demo needs the emulator of each gateway.");
  const gateways = emulators.map((emulator, index) => ({
    emulator,
    baseAddress: emulator.baseAddressAt(origins[index] ?? ""),
  }));
  const steps = [
    ensureMerchant,
    // The emulators may have other ports than last time. Nothing listens at the old ones.
    () => leaveOnlyGateways(gateways.map(({ baseAddress }) => baseAddress)),
    ...gateways.map((gateway) => () => ensureTerminals(gateway)),
  ];
  // One transaction for each step, because a slow machine also builds the product meanwhile.
  for (const step of steps) {
    await inTransaction(async () => {
      await lockSeed();
      await step();
    });
  }
}

type EmulatedGateway = { emulator: (typeof emulators)[number]; baseAddress: string };

async function ensureMerchant(): Promise<void> {
  const { accountNumber, email, password, shopName } = liveDemo;
  if (await findAccount(accountNumber)) return;
  const facts = { accountNumber, email, firstName: "Live", lastName: "Merchant", mayManageAccounts: true };
  const account = { ...facts, type: "BUSINESS", homePlatform: "TT" } as const;
  const opened = await openAccountWith(
    await hashPassword(password),
    { ...account, platforms: [...platformCodes] },
    operator,
  );
  await insertSettings({ accountNumber, displayName: shopName });
  await verifyAccount(opened);
  for (const platform of platformCodes) await enableLive(opened, platform);
}

/** An emulator has one merchant account for each platform, in the order of the platforms. */
async function ensureTerminals({ emulator: { acquirer, merchants }, baseAddress }: EmulatedGateway): Promise<void> {
  const existing = (await findTerminals()).filter((terminal) => terminal.baseAddress === baseAddress);
  for (const [index, platform] of platformCodes.entries()) {
    const { merchantId = "", secrets = {} } = merchants[index] ?? {};
    for (const currency of currenciesOf(platform)) {
      if (existing.some((row) => row.platform === platform && row.currency === currency)) continue;
      const credentials = { baseAddress, merchantId, secrets };
      await insertTerminal({ id: newUlid(), acquirer, platform, currency, credentials, createdAt: now() });
    }
  }
}
