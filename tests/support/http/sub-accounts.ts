import { createAccountEndpoint, updateAccountEndpoint } from "@/lib/accounts/contract";
import { createAccount } from "@/lib/accounts/create-account";
import { updateAccount } from "@/lib/accounts/update-account";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { validate } from "@/lib/http/body/validate";
import type { Caller } from "@/lib/http/message/caller";
import type { Scope } from "@/lib/reference/scopes";
import { openTestAccount, uniqueEmail } from "./accounts";
import { laptop } from "./members";
import { callerOf } from "./withdrawals";

/** Accounts that a merchant creates by the API, as use-cases know them. */

export const subPassword = "Sub-account-2026";

export const newCreator = async (): Promise<Caller> => callerOf((await openTestAccount()).accountNumber);

/** The same caller with an API key that has these scopes alone. */
export const withKey = (caller: Caller, scopes: readonly Scope[]): Caller => ({
  ...caller,
  scopes: new Set(scopes),
  credential: { kind: "api-key", kid: "0123456789abcdef01", environment: "live" },
});

export async function createSub(caller: Caller, { email = uniqueEmail(), password = subPassword, ...more } = {}) {
  const names = { first_name: "Ann", last_name: "Lee", type: "BUSINESS" };
  const body = validate(createAccountEndpoint.body, { ...names, email, password, ...more });
  const { data } = await createAccount(caller, body);
  return { accountNumber: data.account_number, email, password };
}

export async function update(caller: Caller, accountNumber: string, changes: Readonly<Record<string, string>>) {
  const body = validate(updateAccountEndpoint.body, changes);
  return (await updateAccount(caller, accountNumber, body, laptop.clientAddress)).data;
}

/** The account that a grant opens, or the status it is refused with. */
export const accountOfGrant = (
  { email, password }: { email: string; password: string },
  scopes: Scope[] = ["svc-user-retrieve"],
): Promise<string | number> =>
  grantToken({ email, password, scopes }, laptop.clientAddress).then(
    ({ access_token: token }) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub,
    (error) => error.status ?? String(error),
  );
