import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { LaunchError } from "@/launch/processes";
import type { AccountRow } from "@/lib/accounts/store";
import { accountTypes, environments, type Platform, platformCodes } from "@/lib/reference/platforms";
import { printJson } from "./print";
import { type Command, type OptionValues, oneOf, platform, subcommand } from "./subcommand";

type OperateAccounts = typeof import("@/lib/accounts/operate-accounts");

const accountType = oneOf(accountTypes);
const environment = oneOf(environments);
const account = { label: "account number or email" } as const;

const createOptions = {
  email: { value: "address", isRequired: true, help: "Email of the account holder." },
  "first-name": { value: "name", isRequired: true, help: "First name of the account holder." },
  "last-name": { value: "name", isRequired: true, help: "Last name of the account holder." },
  type: { value: "type", default: "BUSINESS", read: accountType, help: "BUSINESS or PERSONAL." },
  country: { value: "code", default: "TT", read: platform, help: `Home platform: ${platformCodes.join(", ")}.` },
  platforms: { value: "codes", read: platformList, help: "More platforms, separated by commas." },
  "manage-accounts": { help: "The account may create and manage accounts by the API." },
  "sandbox-only": { help: "The account can never go live." },
  "password-stdin": { help: "Read the password from standard input." },
} as const;

/** Commands for account changes that only the operator may make. `create` also makes the first account. */
export const accounts: Command = {
  name: "accounts",
  summary: "Create accounts, and change what only the operator may change.",
  subcommands: {
    create: subcommand({
      help: "Create an account. Without --password-stdin, a generated password is printed once.",
      options: createOptions,
      run: (_args, options) => create(options),
    }),
    show: subcommand({
      help: "Print an account as JSON.",
      arguments: { account },
      run: (args) => withAccount(args.account, show),
    }),
    verify: subcommand({
      help: "Mark an account as verified, which live-enable requires.",
      arguments: { account },
      run: (args) => change("verify", args.account, (found, { verifyAccount }) => verifyAccount(found)),
    }),
    "live-enable": subcommand({
      help: "Let a verified account take live payments on a platform, and list what is still missing for them.",
      arguments: { account },
      options: { platform: { value: "code", isRequired: true, read: platform, help: "The platform to enable." } },
      run: (args, options) => goLive(args.account, options.platform),
    }),
    unlock: subcommand({
      help: "Lift the lock that failed sign-ins put on an account.",
      arguments: { account },
      run: (args) => change("unlock", args.account, (found, { unlockAccount }) => unlockAccount(found)),
    }),
    "second-factor-off": subcommand({
      help: "Switch off the second factor of a holder or member who lost phone and recovery codes.",
      arguments: { person: { label: "account number, or email of a holder or member" } },
      async run({ person }) {
        const { switchSecondFactorOff } = await import("@/lib/members/operate-members");
        await switchSecondFactorOff(person);
        console.log(`Done: second-factor-off ${person}.`);
      },
    }),
    type: subcommand({
      help: "Change the type: BUSINESS or PERSONAL. A personal account takes no payments and has no API keys.",
      arguments: { account, type: { label: "type", read: accountType } },
      run: (args) =>
        change("type", args.account, (found, { changeAccountType }) => changeAccountType(found, args.type)),
    }),
    "request-limit": subcommand({
      help: "Set how many payment requests an account may send per minute: a number, or 'usual' for the default.",
      arguments: { account, limit: { label: "limit" } },
      run: (args) =>
        change("request-limit", args.account, async (found, { changeRequestLimit }) =>
          changeRequestLimit(found, await parseRequestLimit(args.limit)),
        ),
    }),
    operator: subcommand({
      help: "Show the operator's pages in the dashboard to the members of an account.",
      arguments: { account },
      options: { off: { help: "Hide them again." } },
      run: (args, { off }) =>
        change("operator", args.account, (found, { changeOperator }) => changeOperator(found, { isOperator: !off })),
    }),
    "seed-sandbox": subcommand({
      help: "Create the public sandbox accounts, whose password and keys are published. Requires SEED_SANDBOX=true.",
      async run() {
        const { env } = await import("@/lib/kit/env");
        if (!env().SEED_SANDBOX) {
          throw new LaunchError(
            "SEED_SANDBOX is off, so the sandbox accounts could not be used. Set SEED_SANDBOX=true for every web process first.",
          );
        }
        const { seedSandbox } = await import("@/lib/accounts/seed-sandbox");
        await seedSandbox();
        const { sandbox } = await import("@/lib/reference/sandbox");
        console.log(
          `The public sandbox is ready: merchant ${sandbox.merchant.accountNumber}, ${sandbox.merchant.email}.`,
        );
      },
    }),
    secrets: subcommand({
      help: "Print the secrets that redirects of an account are hashed and signed with, as JSON.",
      arguments: { account },
      options: {
        environment: { value: "name", isRequired: true, read: environment, help: "live or sandbox." },
      },
      run: (args, options) =>
        withAccount(args.account, async (found, { revealMerchantSecrets }) => {
          const { hashKey, signingSecret } = await revealMerchantSecrets(found, options.environment);
          printJson({ environment: options.environment, hash_key: hashKey, signing_secret: signingSecret });
        }),
    }),
  },
};

function platformList(text: string, label: string) {
  const codes = text.split(",").filter(Boolean);
  return codes.map((code) => platform(code, label));
}

async function create(options: OptionValues<typeof createOptions>): Promise<void> {
  const { createAccountEndpoint } = await import("@/lib/accounts/contract");
  const { openAccount } = await import("@/lib/accounts/create-account");
  const { validate } = await import("@/lib/http/body/validate");
  const given = options["password-stdin"] ? (await text(process.stdin)).replace(/\r?\n$/, "") : null;
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

async function parseRequestLimit(text: string): Promise<number | null> {
  if (text === "usual") return null;
  const { requestLimitMax } = await import("@/lib/accounts/operator-contract");
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > requestLimitMax)
    throw new LaunchError(`The limit must be a whole number from 1 to ${requestLimitMax}, or usual.`);
  return limit;
}

type Work = (account: AccountRow, operateAccounts: OperateAccounts) => Promise<unknown>;

async function withAccount(numberOrEmail: string, work: Work): Promise<void> {
  const operateAccounts = await import("@/lib/accounts/operate-accounts");
  await work(await operateAccounts.findAccountOrThrow(numberOrEmail), operateAccounts);
}

async function change(verb: string, numberOrEmail: string, work: Work): Promise<void> {
  await withAccount(numberOrEmail, work);
  console.log(`Done: ${verb} ${numberOrEmail}.`);
}

async function goLive(numberOrEmail: string, on: Platform): Promise<void> {
  const { findMissingForLive } = await import("@/lib/acquirers/find-missing");
  await withAccount(numberOrEmail, async (found, { enableLive }) => {
    await enableLive(found, on);
    const missing = await findMissingForLive(found, on);
    if (missing.length === 0) return console.log(`Done: ${numberOrEmail} can take live payments in ${on}.`);
    console.log(`${numberOrEmail} may take live payments in ${on}, but they do not work yet.`);
    for (const problem of missing) console.log(`Missing: ${problem}`);
  });
}

async function show(account: AccountRow, { readRequestLimit }: OperateAccounts): Promise<void> {
  const { toAccountRecord } = await import("@/lib/accounts/rules");
  const { platforms, livePlatforms, sandboxOnly, mayManageAccounts, isOperator } = account;
  const details = {
    platforms,
    live_platforms: livePlatforms,
    sandbox_only: sandboxOnly,
    may_manage_accounts: mayManageAccounts,
    is_operator: isOperator,
    requests_per_minute: await readRequestLimit(account),
  };
  printJson({ ...toAccountRecord({ ...account, pendingEmail: null }), ...details });
}
