import { operator } from "@/lib/audit/record";
import { readKey } from "@/lib/auth/keys/key-format";
import { installKey } from "@/lib/auth/keys/manage-keys";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction } from "@/lib/db/client";
import { installSecrets } from "@/lib/hash-keys/merchant-keys";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { currencies } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";
import { sandbox } from "@/lib/reference/sandbox";
import { allScopes } from "@/lib/reference/scopes";
import { type NewAccount, openAccountWith } from "./create-account";
import { openingSubject } from "./sandbox-seeded";
import { findAccount, insertSettings, lockSeed } from "./store";

/** Creates missing sandbox accounts and keys, and changes nothing else. Several processes may seed at once. */
export async function seedSandbox(): Promise<void> {
  await inTransaction(async () => {
    await lockSeed();
    const common = { password: sandbox.password, homePlatform: "TT", sandboxOnly: true } as const;
    const business = { ...common, type: "BUSINESS" as const, platforms: [...platformCodes] };
    const { accountNumber, email, hashKey, signingSecret } = sandbox.merchant;
    const isNew = await ensureAccount({
      ...business,
      accountNumber,
      email,
      firstName: "Sandbox",
      lastName: "Merchant",
      mayManageAccounts: true,
    });
    await ensureAccount({ ...common, ...sandbox.person, type: "PERSONAL", firstName: "Sandbox", lastName: "Person" });
    await installSecrets(accountNumber, "sandbox", { hashKey, signingSecret });
    // Many people share this account and use the same order ids, so an order that was paid must not be refused.
    await insertSettings({ accountNumber, displayName: sandbox.merchant.displayName, refusesPaidOrders: false });
    await ensureShop(business);
    const key = readKey(sandbox.apiKey);
    if (isNew && key) {
      const details = { name: "Sandbox", scopes: allScopes, cidrs: [], expiresAt: null, madeBy: null };
      await installKey(accountNumber, key, details);
    }
    for (const currency of currencies) {
      const balanceKey = { accountNumber, environment: "sandbox", currency } as const;
      await giveOpeningBalance(balanceKey, openingSubject(currency), sandbox.openingBalance);
    }
  });
}

/** The demo shop has a merchant of its own, so that its checkout shows its name and colour. */
async function ensureShop(business: Omit<NewAccount, "accountNumber" | "email" | "firstName" | "lastName">) {
  const { accountNumber, email, name, accentColour, hashKey, signingSecret } = sandbox.shop;
  await ensureAccount({ ...business, accountNumber, email, firstName: "Demo", lastName: "Shop" });
  await installSecrets(accountNumber, "sandbox", { hashKey, signingSecret });
  await insertSettings({ accountNumber, displayName: name, accentColour });
}

/** Skips the password rules of production, because the password of the public sandbox is published. */
async function ensureAccount({ password, ...account }: NewAccount & { accountNumber: string }): Promise<boolean> {
  const isMissing = !(await findAccount(account.accountNumber));
  if (isMissing) await openAccountWith(await hashPassword(password), account, operator);
  return isMissing;
}
