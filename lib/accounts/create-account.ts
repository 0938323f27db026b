import { hashPassword } from "@/lib/auth/passwords";
import { isUniqueViolation } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import type { BodyOf } from "@/lib/http/endpoint";
import { now } from "@/lib/kit/clock";
import { newAccountNumber } from "@/lib/kit/ids";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import type { createAccountEndpoint } from "./contract";
import { checkPassword, checkPhone, emailTaken } from "./rules";
import { findAccount, findLivingByEmail, insertAccount } from "./store";

export async function createAccount(caller: Caller, body: BodyOf<typeof createAccountEndpoint>) {
  checkPhone(body.phone);
  const { accountNumber } = await openAccount({
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
  });
  return { message: "Created" as const, data: { account_number: accountNumber } };
}

export type NewAccount = {
  accountNumber?: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  type: AccountType;
  homePlatform: Platform;
  platforms?: Platform[];
  phone?: string | null;
  sandboxOnly?: boolean;
  mayManageAccounts?: boolean;
  createdByNumber?: string;
};

/** The one way an account comes to be: by the API, by the operator, by the seed. */
export async function openAccount({ password, accountNumber, ...account }: NewAccount) {
  checkPassword(password);
  if (await findLivingByEmail(account.email)) throw emailTaken();
  try {
    return await insertAccount({
      ...account,
      accountNumber: accountNumber ?? (await unusedAccountNumber()),
      platforms: account.platforms ?? [account.homePlatform],
      passwordHash: await hashPassword(password),
      createdAt: now(),
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
