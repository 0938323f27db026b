import { execFileSync } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { type Emulator, firstEmulator } from "@/emulator/emulators";
import { visitGateway } from "@/emulator/testing/emulator-for-file";
import { formerVariables } from "@/lib/gateway/registry";
import { rawEnv } from "@/lib/kit/env";
import { platformCodes } from "@/lib/reference/platforms";
import { expectBooksComplete, type FaultBed, startFaultBed } from "@/tests/support/faults/fault-bed";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { startShoppers } from "@/tests/support/faults/shoppers";
import { call, freshAddress } from "@/tests/support/http/client";
import { cleanAround, run, runScript, succeeds, temporaryFolder, until } from "@/tests/support/http/launcher";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { freshCard } from "@/tests/support/in-process/checkout";
import { heldCharges } from "@/tests/support/in-process/live-checkout";

cleanAround();

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();

const commitsMax = 5;

/**
 * The newest release. Without releases, the commits before the newest migrations, because not each commit between two
 * releases can be built. Empty in a clone without history.
 */
function findPrevious(): string[] {
  const ofMigrations = git("log", "-20", "--format=%H", "--", "prisma/migrations").split("\n");
  const release = git("tag", "--list", "v*", "--no-contains", ofMigrations[0] ?? "", "--sort=-creatordate").split(
    "\n",
  )[0];
  const commits = release ? [release] : ofMigrations.map((commit) => `${commit}~1`);
  return commits.filter(hasOurMigrations).slice(0, commitsMax);
}

/** False if a migration of the commit was changed later, which happens only between releases. */
function hasOurMigrations(commit: string): boolean {
  if (!succeeds("git", ["rev-parse", "--verify", commit])) return false;
  return git("diff", "--name-only", "--diff-filter=MDR", commit, "HEAD", "--", "prisma/migrations") === "";
}

/** Installs and builds a commit. Packages are linked if they are the same. Returns null if it cannot be built. */
function buildCommit(commit: string): string | null {
  const cwd = temporaryFolder();
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C "${cwd}"`]);
  const hasSamePackages = succeeds("cmp", ["package-lock.json", join(cwd, "package-lock.json")]);
  if (!hasSamePackages || !succeeds("cp", ["-al", "node_modules", cwd])) {
    execFileSync("npm", ["ci"], { cwd, stdio: "ignore" });
  }
  // The variables of the tests would change the build.
  const { PATH, HOME } = rawEnv();
  const env = { PATH, HOME } as unknown as NodeJS.ProcessEnv;
  try {
    execFileSync("npm", ["run", "build"], { cwd, env, stdio: "ignore" });
    return cwd;
  } catch {
    return null;
  }
}

function buildPrevious(commits: readonly string[]): string {
  for (const commit of commits) {
    const cwd = buildCommit(commit);
    if (cwd) return cwd;
  }
  throw new Error(`None of ${commits.join(", ")} can be built.`);
}

const previous = findPrevious();
const seedScript =
  'const { seedSandbox } = await import("./lib/accounts/seed-sandbox.ts"); await seedSandbox(); process.exit();';
const password = "A password of 2026 for tests";
/** Opens a merchant account that may take live payments in Trinidad & Tobago, and prints its number. */
const merchantScript = `
  const { openAccount } = await import("./lib/accounts/create-account.ts");
  const { enableLive, findAccountOrThrow, verifyAccount } = await import("./lib/accounts/operate-accounts.ts");
  const person = { firstName: "Ada", lastName: "Byron", email: "shop@example.com", password: ${JSON.stringify(password)} };
  const { accountNumber } = await openAccount({ ...person, type: "BUSINESS", homePlatform: "TT" });
  await verifyAccount(await findAccountOrThrow(accountNumber));
  await enableLive(await findAccountOrThrow(accountNumber), "TT");
  console.log("account " + accountNumber);
  process.exit();`;

function runIn(cwd: string, env: NodeJS.ProcessEnv, args: string[], input = ""): string {
  return execFileSync(process.execPath, args, { cwd, env, input, encoding: "utf8", stdio: "pipe" });
}
const evaluateIn = (cwd: string, env: NodeJS.ProcessEnv, script: string) =>
  runIn(cwd, env, ["--import", "tsx", "--input-type=module", "-e", script]);

function prepareIn(cwd: string, env: NodeJS.ProcessEnv): void {
  runIn(cwd, env, ["scripts/run.mjs", "migrate"]);
  evaluateIn(cwd, env, seedScript);
}

describe.runIf(previous.length > 0)("An upgrade from the previous release", () => {
  let cwd = "";
  beforeAll(() => {
    cwd = buildPrevious(previous);
  }, 600_000);

  it("fails no payment: old processes work on the new schema, and new ones take over", async () => {
    const folder = temporaryFolder();
    const cluster: Cluster = await startCluster(folder);
    const beds: FaultBed[] = [];
    try {
      const old = await startFaultBed({
        folder,
        directUrl: cluster.url,
        cwd,
        prepare: (env) => prepareIn(cwd, env),
      });
      beds.push(old);
      const origins = [...old.origins];
      const shoppers = startShoppers(origins, 10);
      await until("payments on the old schema", () => shoppers.confirmed.length >= 50);

      const migrated = await runScript("scripts/migrate.ts", [], { env: old.env });
      expect([migrated.exitCode, migrated.output]).toEqual([0, expect.stringMatching(/^Applied: /)]);
      const before = shoppers.confirmed.length;
      await until("payments on the new schema", () => shoppers.confirmed.length >= before + 100);

      const replaced = await startFaultBed({ folder, directUrl: cluster.url });
      beds.push(replaced);
      origins.splice(0, origins.length, ...replaced.origins);
      await old.stop();
      const switched = shoppers.confirmed.length;
      await until("payments in the new release", () => shoppers.confirmed.length >= switched + 100);
      await expectBooksComplete(replaced, cluster.url, shoppers);
      expect(shoppers.refusals).toBe(0);
    } finally {
      for (const bed of beds) await bed.stop();
      await cluster.stop();
    }
  }, 900_000);

  it("under load ends all open live work at its own terminal, although another one is the first since", async () => {
    const folder = temporaryFolder();
    const cluster: Cluster = await startCluster(folder);
    const [own, other] = [await firstEmulator.start({ log: false }), await firstEmulator.start({ log: false })];
    const beds: FaultBed[] = [];
    const client = new pg.Client({ connectionString: cluster.url });
    try {
      const settings = { ...formerSettings(own), GATEWAY_EMULATOR: own.origin };
      let accountNumber = "";
      const old = await startFaultBed({
        folder,
        directUrl: cluster.url,
        cwd,
        settings,
        prepare(env) {
          prepareIn(cwd, env);
          accountNumber = /^account (\d+)$/m.exec(evaluateIn(cwd, env, merchantScript))?.[1] ?? "";
        },
      });
      beds.push(old);
      await addTerminalIn(cwd, old.env, own);
      await client.connect();
      const origins = [...old.origins];
      const shoppers = startShoppers(origins, 4);
      const payer = payerOf(() => origins[0] ?? "", accountNumber);
      const waiting = await leaveWorkOpen(client, payer, own);
      expect(await countOpen(client)).toEqual({ challenges: 3, unknown: 3, voids: 3, refunds: 3 });

      await runScript("scripts/migrate.ts", [], { env: old.env });
      const next = await startFaultBed({ folder, directUrl: cluster.url, settings });
      beds.push(next);
      origins.splice(0, origins.length, ...next.origins);
      await old.stop();
      await putFirst(next.env, other, client);
      const later = await payer.pay();
      expect([heldCharges(other).length, await payer.stateOf(later)]).toEqual([1, "finalised charged"]);

      // After an outage, everything that waits for this gateway is due at once.
      own.clearFaults();
      own.setDown("http_503");
      await until("the outage to be noticed", async () => (await openedBreakers(client)) === 1);
      own.setDown(null);
      for (const token of waiting) await payer.returnFromBank(token);
      await until("all open work to end", async () =>
        Object.values(await countOpen(client)).every((open) => open === 0),
      );
      // Three challenges and three lost answers. The voided and the refunded ones hold no money.
      expect([heldCharges(own).length, heldCharges(other).length]).toEqual([6, 1]);
      expect([own.state().violations, other.state().violations]).toEqual([[], []]);
      await until("the terminals of earlier attempts", async () => (await countWithoutTerminal(client)) === 0);
      await shoppers.stop();
      const check = await runScript("scripts/tw.ts", ["ledger", "check"], { env: next.env });
      expect([check.exitCode, shoppers.lost, shoppers.wrong]).toEqual([0, 0, []]);
    } finally {
      await client.end();
      for (const bed of beds) await bed.stop();
      await cluster.stop();
      await Promise.all([own.close(), other.close()]);
    }
  }, 900_000);
});

/** Release 2.0.5 finds the acquirer and the gateway of its terminals in these variables. */
const formerSettings = ({ baseAddress }: Emulator): Record<string, string> =>
  Object.fromEntries(formerVariables.map((name, index) => [name, index === 0 ? acquirer : baseAddress]));

const { acquirer, merchants } = firstEmulator;
const { merchantId = "", secrets = {} } = merchants[platformCodes.indexOf("TT")] ?? {};
const ofTerminal = ["--platform", "TT", "--currency", "TTD", "--merchant-id", merchantId];

/** Release 2.0.5 does not ask for the acquirer and the gateway. */
async function addTerminalIn(cwd: string, env: Record<string, string>, { baseAddress }: Emulator): Promise<void> {
  const runs: string[] = [];
  for (const words of [[acquirer, "--gateway", baseAddress], []]) {
    const args = ["scripts/run.mjs", "tw", "acquirers", "add", ...words, ...ofTerminal];
    const started = run([process.execPath, ...args], { cwd, env, input: secrets.password ?? "" });
    if ((await started.exitCode()) === 0) return;
    runs.push(started.output());
  }
  throw new Error(runs.join("\n"));
}

/** Adds a terminal of another gateway, and puts it before the one that the product has. */
async function putFirst(env: Record<string, string>, { baseAddress }: Emulator, client: pg.Client): Promise<void> {
  const words = ["acquirers", "add", acquirer, "--gateway", baseAddress, ...ofTerminal];
  const added = await runScript("scripts/tw.ts", words, { env, input: secrets.password ?? "" });
  expect(added.exitCode, added.output).toBe(0);
  const { rows } = await client.query<{ id: string }>("SELECT id FROM terminal ORDER BY position DESC");
  const order = rows.flatMap(({ id }) => ["--terminal", id]);
  const ordered = await runScript("scripts/tw.ts", ["acquirers", "order", ...order], { env });
  expect(ordered.exitCode, ordered.output).toBe(0);
}

/** A merchant's customers, who pay live, and the merchant, who refunds. */
function payerOf(origin: () => string, accountNumber: string) {
  const as = () => freshAddress();
  const open = async () => {
    const json = minimalFields(accountNumber, { environment: "live" });
    const { body, text } = await call(origin(), "POST", requestPath, { json, as: as() });
    if (!body.url) throw new Error(text);
    return { token: tokenOf(body.url), transactionId: String(body.transaction_id) };
  };
  const submit = async () => {
    const { token, transactionId } = await open();
    await call(origin(), "POST", `/checkout/${token}/pay`, { json: cardFields(freshCard()), as: as() });
    return { token, transactionId };
  };
  const returnFromBank = async (token: string) => {
    const { text } = await call(origin(), "GET", `/checkout/${token}/challenge`, { as: as() });
    const posted = await visitGateway(text);
    const path = new URL(posted?.action ?? "").pathname;
    await call(origin(), "POST", path, { form: posted?.fields ?? {}, as: as() });
  };
  const stateOf = async (token: string) => {
    const { body } = await call(origin(), "GET", `/checkout/${token}/state`, { as: as() });
    return `${body.state} ${body.money}`;
  };
  const payWith = async () => {
    const { token, transactionId } = await submit();
    await returnFromBank(token);
    return { token, transactionId };
  };
  const refund = async (transactionIds: readonly string[]) => {
    const form = { email: "shop@example.com", password, scopes: "svc-transactions-refund-request" };
    const { body } = await call(origin(), "POST", "/api/auth/tokens", { form, as: as() });
    for (const id of transactionIds) {
      const json = { environment: "live", amount: "1.00" };
      await call(origin(), "POST", `/api/transactions/${id}/refund`, { json, token: body.access_token, as: as() });
    }
  };
  return { submit, returnFromBank, stateOf, payWith, refund, pay: async () => (await payWith()).token };
}

type Endpoint = Parameters<Emulator["addFault"]>[0]["endpoint"];

/** Three payments of each kind that only the gateway can end. Returns the checkouts of payers at the bank's page. */
async function leaveWorkOpen(
  client: pg.Client,
  payer: ReturnType<typeof payerOf>,
  emulator: Emulator,
): Promise<string[]> {
  const three = [1, 2, 3];
  const paid: string[] = [];
  for (const _ of three) paid.push((await payer.payWith()).transactionId);
  const submitted = async () => (await payer.submit()).token;
  const [toLose, toVoid, waiting]: string[][] = [[], [], []];
  for (const tokens of [toLose, toVoid, waiting]) for (const _ of three) tokens?.push(await submitted());
  const refuse = (endpoint: Endpoint) => emulator.addFault({ endpoint, kind: "code", code: "91", times: 0 });
  refuse("void");
  emulator.setDials({ partialApproval: true });
  for (const token of toVoid ?? []) await payer.returnFromBank(token);
  await until("partial approvals, which are voided", async () => (await countOpen(client)).voids === 3);
  emulator.setDials({ partialApproval: false });
  for (const endpoint of ["transaction", "search", "orderSearch"] as const) refuse(endpoint);
  emulator.addFault({ endpoint: "payment", kind: "http_500_after", times: 3 });
  for (const token of toLose ?? []) await payer.returnFromBank(token);
  emulator.addFault({ endpoint: "refund", kind: "http_500_after", times: 0 });
  await payer.refund(paid);
  return waiting ?? [];
}

async function countOpen(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(`
    SELECT count(*) FILTER (WHERE state = 'challenged')::int AS challenges,
      count(*) FILTER (WHERE state = 'unknown')::int AS unknown,
      count(*) FILTER (WHERE void_at IS NOT NULL)::int AS voids,
      (SELECT count(*)::int FROM refund WHERE ended_at IS NULL) AS refunds
    FROM attempt WHERE environment = 'live'`);
  return rows[0] ?? {};
}

async function openedBreakers(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query("SELECT FROM gateway_breaker WHERE opened_at IS NOT NULL");
  return rowCount ?? 0;
}

async function countWithoutTerminal(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    "SELECT FROM attempt WHERE environment = 'live' AND terminal_id IS NULL AND state = 'approved'",
  );
  return rowCount ?? 0;
}
