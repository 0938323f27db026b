import { firstEmulator } from "@/emulator/emulators";
import { openAccountWith } from "@/lib/accounts/create-account";
import { enableLive, verifyAccount } from "@/lib/accounts/operate-accounts";
import { findAccount, insertSettings, lockSeed } from "@/lib/accounts/store";
import { operator } from "@/lib/audit/record";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction } from "@/lib/db/client";
import { findTerminals, insertTerminal, leaveOnlyGateway } from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { currenciesOf } from "@/lib/reference/currencies";
import { liveDemo } from "@/lib/reference/live-demo";
import { platformCodes } from "@/lib/reference/platforms";

/**
 * Creates the merchant of the live demo, and the terminals of the emulator at GATEWAY_EMULATOR, which alone are used. A
 * disabled account or terminal stays disabled.
 */
export async function seedLiveDemo(): Promise<void> {
  // The password is public. At a real gateway, anyone could use the account.
  const { GATEWAY_EMULATOR: origin } = env();
  if (!origin) throw new Error("The live demo needs the gateway emulator.");
  await inTransaction(async () => {
    await lockSeed();
    await ensureMerchant();
    await ensureTerminals(firstEmulator.baseAddressAt(origin));
  });
}

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

/** The emulator has one terminal for each platform, in the order of the platforms. */
async function ensureTerminals(baseAddress: string): Promise<void> {
  // The emulator may have another port than last time. Nothing listens at the old one.
  await leaveOnlyGateway(baseAddress);
  const existing = (await findTerminals()).filter((terminal) => terminal.baseAddress === baseAddress);
  const { acquirer, merchants } = firstEmulator;
  for (const [index, platform] of platformCodes.entries()) {
    const { merchantId = "", secrets = {} } = merchants[index] ?? {};
    for (const currency of currenciesOf(platform)) {
      if (existing.some((row) => row.platform === platform && row.currency === currency)) continue;
      const credentials = { baseAddress, merchantId, secrets };
      await insertTerminal({ id: newUlid(), acquirer, platform, currency, credentials, createdAt: now() });
    }
  }
}
