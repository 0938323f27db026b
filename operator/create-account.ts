import { randomBytes } from "node:crypto";
import { createAccountEndpoint } from "@/lib/accounts/contract";
import { openAccount } from "@/lib/accounts/create-account";
import { validate } from "@/lib/http/body/validate";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import { readStandardInput } from "./standard-input";

type CreateOptions = {
  email: string;
  "first-name": string;
  "last-name": string;
  type: AccountType;
  country: Platform;
  platforms: Platform[] | undefined;
  "manage-accounts": boolean;
  "sandbox-only": boolean;
  "password-stdin": boolean;
};

export async function createFromOptions(options: CreateOptions): Promise<void> {
  const given = options["password-stdin"] ? await readPassword() : null;
  const password = given ?? `${randomBytes(12).toString("base64url")}7a`;
  // The account must pass the same validation as one created through the API.
  const { email, first_name, last_name } = validate(createAccountEndpoint.body, {
    email: options.email,
    first_name: options["first-name"],
    last_name: options["last-name"],
    password,
  });
  const { accountNumber } = await openAccount({
    email,
    firstName: first_name,
    lastName: last_name,
    password,
    type: options.type,
    homePlatform: options.country,
    platforms: [...new Set([options.country, ...(options.platforms ?? [])])],
    mayManageAccounts: options["manage-accounts"],
    sandboxOnly: options["sandbox-only"],
  });
  console.log(`Account ${accountNumber} created.`);
  if (given === null) console.log(`Its password, shown once: ${password}`);
}

const readPassword = async (): Promise<string> => (await readStandardInput()).replace(/\r?\n$/, "");
