import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { env } from "@/lib/kit/env";
import { accountTypes, type Platform, platformCodes } from "@/lib/reference/platforms";
import { command } from "./launch/command";
import { LaunchError } from "./launch/processes";

const usage = `npm run accounts -- <what>

  create --email a@b.c --first-name Ann --last-name Lee [--type BUSINESS] [--country TT]
         [--platforms TT,JM] [--manage-accounts] [--sandbox-only] [--password-stdin]
  show         <account number or email>
  verify       <account number or email>
  live-enable  <account number or email> --platform TT
  unlock       <account number or email>

Without --password-stdin a password is made up and shown once.`;

/** The operator's command: what no merchant may do, and how the first account comes to be. */
await command(async ({ args }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: "string" },
      "first-name": { type: "string" },
      "last-name": { type: "string" },
      type: { type: "string", default: "BUSINESS" },
      country: { type: "string", default: "TT" },
      platforms: { type: "string" },
      platform: { type: "string" },
      "manage-accounts": { type: "boolean", default: false },
      "sandbox-only": { type: "boolean", default: false },
      "password-stdin": { type: "boolean", default: false },
    },
  });
  const [verb, who] = positionals;
  const { isReady } = await import("@/lib/db/readiness");
  if (!(await isReady())) throw new LaunchError("The database has no current schema. Run «npm run migrate» first.");
  const { enableLive, findAccountOrThrow, unlockAccount, verifyAccount } = await import(
    "@/lib/accounts/operate-accounts"
  );

  switch (verb) {
    case "create":
      return create(values);
    case "show":
      return show(await findAccountOrThrow(required("account number or email", who)));
    case "verify":
      await verifyAccount(await findAccountOrThrow(required("account number or email", who)));
      break;
    case "live-enable":
      await enableLive(
        await findAccountOrThrow(required("account number or email", who)),
        platform(required("--platform", values.platform)),
      );
      break;
    case "unlock":
      await unlockAccount(await findAccountOrThrow(required("account number or email", who)));
      break;
    default:
      throw new LaunchError(usage);
  }
  console.log(`Done: ${verb} ${who}.`);
});

type CreateOptions = {
  email?: string | undefined;
  "first-name"?: string | undefined;
  "last-name"?: string | undefined;
  type: string;
  country: string;
  platforms?: string | undefined;
  "manage-accounts": boolean;
  "sandbox-only": boolean;
  "password-stdin": boolean;
};

async function create(options: CreateOptions): Promise<void> {
  const { openAccount } = await import("@/lib/accounts/create-account");
  const type = accountTypes.find((known) => known === options.type.toUpperCase());
  if (!type) throw new LaunchError(`--type must be one of ${accountTypes.join(", ")}.`);
  const homePlatform = platform(options.country);
  const given = options["password-stdin"] ? await readPassword() : null;
  const password = given ?? `${randomBytes(12).toString("base64url")}7a`;
  const { accountNumber } = await openAccount({
    email: required("--email", options.email).trim().toLowerCase(),
    firstName: required("--first-name", options["first-name"]),
    lastName: required("--last-name", options["last-name"]),
    password,
    type,
    homePlatform,
    platforms: [...new Set([homePlatform, ...(options.platforms ?? "").split(",").filter(Boolean).map(platform)])],
    mayManageAccounts: options["manage-accounts"],
    sandboxOnly: options["sandbox-only"],
  });
  console.log(`Account ${accountNumber} created.`);
  if (given === null) console.log(`Its password, shown once: ${password}`);
}

function show(account: {
  accountNumber: string;
  email: string;
  type: string;
  platforms: string[];
  livePlatforms: string[];
  verifiedAt: Date | null;
}): void {
  const { accountNumber, email, type, platforms, livePlatforms, verifiedAt } = account;
  console.log({
    accountNumber,
    email,
    type,
    platforms,
    livePlatforms,
    verified: verifiedAt !== null,
    environment: env().APP_ENV,
  });
}

function required(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new LaunchError(`${name} is missing.\n\n${usage}`);
  return value.trim();
}

function platform(text: string): Platform {
  const known = platformCodes.find((code) => code === text.trim().toUpperCase());
  if (!known) throw new LaunchError(`«${text}» is no platform: use ${platformCodes.join(", ")}.`);
  return known;
}

async function readPassword(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) text += chunk;
  return text.replace(/\r?\n$/, "");
}
