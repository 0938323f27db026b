import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { createAccountEndpoint } from "@/lib/accounts/contract";
import { requestLimitMax } from "@/lib/accounts/operator-contract";
import type { AccountRow } from "@/lib/accounts/store";
import { validate } from "@/lib/http/body/validate";
import { type AccountType, accountTypes, environments, type Platform, platformCodes } from "@/lib/reference/platforms";
import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run accounts -- <what>

  create --email a@b.c --first-name Ann --last-name Lee [--type BUSINESS] [--country TT]
         [--platforms TT,JM] [--manage-accounts] [--sandbox-only] [--password-stdin]
  show         <account number or email>
  verify       <account number or email>
  live-enable  <account number or email> --platform TT
  unlock       <account number or email>
  second-factor-off <account number, or email of its holder or of a member>   for whoever lost phone and recovery codes
  type         <account number or email> BUSINESS|PERSONAL   a personal account takes no payments and has no API keys
  request-limit <account number or email> <number>|usual   payment requests per minute, 1 to ${requestLimitMax}
  operator     <account number or email> [--off]   its members see what the house has to look after, in the dashboard
  secrets      <account number or email> --environment live|sandbox   what its redirects are hashed and signed with

Without --password-stdin a password is made up and shown once.`;

const verbs = [
  "create",
  "show",
  "verify",
  "live-enable",
  "unlock",
  "second-factor-off",
  "type",
  "request-limit",
  "operator",
  "secrets",
] as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(args: string[]) {
  const { values, positionals } = parseOrThrow(args);
  const [given, who = "", value] = positionals;
  const verb = verbs.find((known) => known === given);
  if (!verb) throw new LaunchError(usage);
  if (verb !== "create") required("account number or email", who);
  return { verb, who, value, values };
}

function parseOrThrow(args: string[]) {
  try {
    return parseArgs({
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
        environment: { type: "string" },
        "manage-accounts": { type: "boolean", default: false },
        "sandbox-only": { type: "boolean", default: false },
        off: { type: "boolean", default: false },
        "password-stdin": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new LaunchError(`${(error as Error).message}\n\n${usage}`);
  }
}

/** The operator's command: what no merchant may do, and how the first account comes to be. */
await operatorCommand(readRequest, operate);

async function operate({ verb, who, value, values }: Request): Promise<void> {
  if (verb === "create") return create(values);
  if (verb === "second-factor-off") return switchFactorOff(who);
  const {
    changeAccountType,
    changeOperator,
    changeRequestLimit,
    enableLive,
    findAccountOrThrow,
    unlockAccount,
    verifyAccount,
  } = await import("@/lib/accounts/operate-accounts");
  const account = await findAccountOrThrow(who);
  switch (verb) {
    case "show":
      return show(account);
    case "secrets":
      return showSecrets(account, required("--environment", values.environment));
    case "verify":
      await verifyAccount(account);
      break;
    case "live-enable":
      await enableLive(account, platform(required("--platform", values.platform)));
      break;
    case "unlock":
      await unlockAccount(account);
      break;
    case "type":
      await changeAccountType(account, accountType("The type", required("The type", value)));
      break;
    case "request-limit":
      await changeRequestLimit(account, requestLimit(required("The limit", value)));
      break;
    case "operator":
      await changeOperator(account, { isOperator: !values.off });
      break;
  }
  console.log(`Done: ${verb} ${who}.`);
}

async function create(options: Request["values"]): Promise<void> {
  const { openAccount } = await import("@/lib/accounts/create-account");
  const type = accountType("--type", options.type);
  const homePlatform = platform(options.country);
  const otherPlatforms = (options.platforms ?? "").split(",").filter(Boolean).map(platform);
  const given = options["password-stdin"] ? await readPassword() : null;
  const password = given ?? `${randomBytes(12).toString("base64url")}7a`;
  // By the rules for accounts that the API creates.
  const { email, first_name, last_name } = validate(createAccountEndpoint.body, {
    email: required("--email", options.email),
    first_name: required("--first-name", options["first-name"]),
    last_name: required("--last-name", options["last-name"]),
    password,
  });
  const { accountNumber } = await openAccount({
    email,
    firstName: first_name,
    lastName: last_name,
    password,
    type,
    homePlatform,
    platforms: [...new Set([homePlatform, ...otherPlatforms])],
    mayManageAccounts: options["manage-accounts"],
    sandboxOnly: options["sandbox-only"],
  });
  console.log(`Account ${accountNumber} created.`);
  if (given === null) console.log(`Its password, shown once: ${password}`);
}

async function show(account: AccountRow): Promise<void> {
  const { toAccountRecord } = await import("@/lib/accounts/rules");
  const { readRequestLimit } = await import("@/lib/accounts/operate-accounts");
  const { platforms, livePlatforms, sandboxOnly, mayManageAccounts, isOperator } = account;
  const details = {
    platforms,
    live_platforms: livePlatforms,
    sandbox_only: sandboxOnly,
    may_manage_accounts: mayManageAccounts,
    is_operator: isOperator,
    requests_per_minute: await readRequestLimit(account),
  };
  console.log(JSON.stringify({ ...toAccountRecord(account), ...details }, null, 2));
}

/** Of a member too, whose email is no account's. */
async function switchFactorOff(who: string): Promise<void> {
  const { switchSecondFactorOff } = await import("@/lib/members/operate-members");
  await switchSecondFactorOff(who);
  console.log(`Done: second-factor-off ${who}.`);
}

/** For merchants that cannot read them in their dashboard. */
async function showSecrets(account: AccountRow, environment: string): Promise<void> {
  const { revealMerchantSecrets } = await import("@/lib/accounts/operate-accounts");
  const known = environments.find((name) => name === environment);
  if (!known) throw new LaunchError(`--environment must be one of ${environments.join(", ")}.`);
  const { hashKey, signingSecret } = await revealMerchantSecrets(account, known);
  console.log(JSON.stringify({ environment, hash_key: hashKey, signing_secret: signingSecret }, null, 2));
}

function required(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new LaunchError(`${name} is missing.\n\n${usage}`);
  return value.trim();
}

function accountType(name: string, text: string): AccountType {
  const known = accountTypes.find((type) => type === text.trim().toUpperCase());
  if (!known) throw new LaunchError(`${name} must be one of ${accountTypes.join(", ")}.`);
  return known;
}

function requestLimit(text: string): number | null {
  if (text === "usual") return null;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > requestLimitMax)
    throw new LaunchError(`The limit must be a whole number from 1 to ${requestLimitMax}, or usual.`);
  return limit;
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
