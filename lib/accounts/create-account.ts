import { actorOf, operator } from "@/lib/audit/record";
import { ceilingOf } from "@/lib/auth/allowed-scopes";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { requireNotPublic } from "@/lib/http/route/public-credentials";
import { now } from "@/lib/kit/clock";
import { newAccountNumber } from "@/lib/kit/ids";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import { mailConfirmation, takeAddress } from "./confirmed-email";
import type { createAccountEndpoint } from "./contract";
import { isConfirmed } from "./email-store";
import { recordAccountChange } from "./record-change";
import { checkPassword, checkPhone, emailTaken } from "./rules";
import { findAccount, insertAccount } from "./store";

export async function createAccount(caller: Caller, body: BodyOf<typeof createAccountEndpoint>) {
  requireNotPublic(caller.accountNumber, "accounts");
  checkPhone(body.phone);
  const account = {
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    password: body.password,
    // Gap in the specification: the default type and country. See docs/behaviour.md.
    type: body.type ?? "PERSONAL",
    homePlatform: body.country_code ?? caller.homePlatform,
    phone: body.phone ?? null,
    sandboxOnly: !caller.canGoLive,
    createdByNumber: caller.accountNumber,
    scopeCeiling: ceilingOf(caller),
    isUnconfirmed: true,
  };
  const { accountNumber } = await openAccount(account, actorOf(caller));
  return { message: "Created" as const, data: { account_number: accountNumber } };
}

type NewAccountFacts = {
  accountNumber?: string;
  email: string;
  /** True until the owner of the email address follows the link in the confirmation mail. */
  isUnconfirmed?: boolean;
  firstName: string;
  lastName: string;
  type: AccountType;
  homePlatform: Platform;
  platforms?: Platform[];
  phone?: string | null;
  sandboxOnly?: boolean;
  mayManageAccounts?: boolean;
  createdByNumber?: string;
  scopeCeiling?: string[];
};

export type NewAccount = NewAccountFacts & { password: string };

export async function openAccount({ password, ...account }: NewAccount, actor: string = operator) {
  checkPassword(password, account.email);
  return openAccountWith(await hashPassword(password), account, actor);
}

/** The only function that creates an account. The API, the operator, the seed and confirmed sign-ups use it. */
export async function openAccountWith(
  passwordHash: string,
  { accountNumber, isUnconfirmed = false, ...account }: NewAccountFacts,
  actor: string,
) {
  const { email } = account;
  if (await isConfirmed(email)) throw emailTaken();
  const createdAt = now();
  const row = {
    ...account,
    accountNumber: accountNumber ?? (await unusedAccountNumber()),
    platforms: account.platforms ?? [account.homePlatform],
    passwordHash,
    createdAt,
    emailConfirmedAt: isUnconfirmed ? null : createdAt,
  };
  const open = async () => {
    const opened = await insertAccount(row);
    if (isUnconfirmed) await mailConfirmation(opened.accountNumber, email);
    const by = { actor, accountNumber: account.createdByNumber };
    const { type, homePlatform: platform } = opened;
    await recordAccountChange(by, opened.accountNumber, "account.created", { email, type, platform });
    return opened;
  };
  try {
    return await (isUnconfirmed ? inTransaction(open) : takeAddress({ email, actor }, open));
  } catch (error) {
    // The database also refuses an address that was taken concurrently, or that three unconfirmed accounts have.
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
