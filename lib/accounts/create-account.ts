import { actorOf, operator } from "@/lib/audit/record";
import { hashPassword } from "@/lib/auth/passwords";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import type { BodyOf } from "@/lib/http/endpoint";
import { now } from "@/lib/kit/clock";
import { newAccountNumber } from "@/lib/kit/ids";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import type { createAccountEndpoint } from "./contract";
import { recordAccountChange } from "./record-change";
import { checkPassword, checkPhone, emailTaken } from "./rules";
import { findAccount, findLivingByEmail, insertAccount } from "./store";

export async function createAccount(caller: Caller, body: BodyOf<typeof createAccountEndpoint>) {
  checkPhone(body.phone);
  const account = {
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    password: body.password,
    // Gap: the type when none is given, and the country; see docs/decisions.md.
    type: body.type ?? "PERSONAL",
    homePlatform: body.country_code ?? caller.homePlatform,
    phone: body.phone ?? null,
    sandboxOnly: !caller.canGoLive,
    createdByNumber: caller.accountNumber,
  };
  const { accountNumber } = await openAccount(account, actorOf(caller));
  return { message: "Created" as const, data: { account_number: accountNumber } };
}

type NewAccountFacts = {
  accountNumber?: string;
  email: string;
  firstName: string;
  lastName: string;
  type: AccountType;
  homePlatform: Platform;
  platforms?: Platform[];
  phone?: string | null;
  sandboxOnly?: boolean;
  mayManageAccounts?: boolean;
  createdByNumber?: string;
};

export type NewAccount = NewAccountFacts & { password: string };

export async function openAccount({ password, ...account }: NewAccount, actor: string = operator) {
  checkPassword(password);
  return openAccountWith(await hashPassword(password), account, actor);
}

/** The one way an account comes to be: by the API, by the operator, by the seed, by whoever confirms an email. */
export async function openAccountWith(
  passwordHash: string,
  { accountNumber, ...account }: NewAccountFacts,
  actor: string,
) {
  if (await findLivingByEmail(account.email)) throw emailTaken();
  const row = {
    ...account,
    accountNumber: accountNumber ?? (await unusedAccountNumber()),
    platforms: account.platforms ?? [account.homePlatform],
    passwordHash,
    createdAt: now(),
  };
  try {
    return await inTransaction(async () => {
      const opened = await insertAccount(row);
      const by = { actor, accountNumber: account.createdByNumber };
      const { email, type, homePlatform: platform } = opened;
      await recordAccountChange(by, opened.accountNumber, "account.created", { email, type, platform });
      return opened;
    });
  } catch (error) {
    // Somebody else took the address between our look and our insert.
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  }
}

async function unusedAccountNumber(): Promise<string> {
  for (;;) {
    const candidate = newAccountNumber();
    if (!(await findAccount(candidate))) return candidate;
  }
}
