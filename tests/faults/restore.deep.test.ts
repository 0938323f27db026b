import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { findFreePort } from "@/launch/processes";
import { sandbox } from "@/lib/reference/sandbox";
import { type FaultBed, secondsUntilHealthy, startFaultBed } from "@/tests/support/faults/fault-bed";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { startShoppers } from "@/tests/support/faults/shoppers";
import { call } from "@/tests/support/http/client";
import { cleanAround, runScript, temporaryFolder, until } from "@/tests/support/http/launcher";
import { cardFields, tokenOf } from "@/tests/support/http/payments";
import { unbanked } from "@/tests/support/http/withdrawals";

/**
 * Backups as docs/operations.md describes them: a base backup, an archive of the WAL, a restore to a point in
 * time, and the correction of a withdrawal that was sent to the bank after it.
 */
cleanAround();
vi.setConfig({ testTimeout: 300_000 });

let [cluster, restored]: (Cluster | undefined)[] = [];
let bed: FaultBed | undefined;

afterAll(async () => {
  await bed?.stop();
  await restored?.stop();
  await cluster?.stop();
});

it("restores a destroyed database to a point in time, with complete books and readable secrets", async () => {
  const folder = temporaryFolder();
  const archive = temporaryFolder();
  // The user of PostgreSQL writes here.
  chmodSync(archive, 0o777);
  cluster = await startCluster(folder, ["archive_mode=on", `archive_command=${archiveCommand(archive)}`]);
  bed = await startFaultBed({ folder, directUrl: cluster.url });
  const shop = async (count: number) => {
    const shoppers = startShoppers(bed?.origins ?? []);
    await until("payments", () => shoppers.confirmed.length >= count);
    await shoppers.stop();
    return shoppers.confirmed;
  };

  await storeCard(bed.origins[0] ?? "");
  const beforeBackup = await shop(30);
  const port = await findFreePort();
  restored = await cluster.backUp({ name: "restored", port, files: { "recovery.signal": "" } });
  const afterBackup = await shop(30);
  const withdrawal = await withdraw(bed.origins[0] ?? "");
  const [moment] = await cluster.query<{ text: string }>("SELECT clock_timestamp()::text AS text");
  const afterMoment = await shop(30);

  await bed.stop();
  const bankFile = join(folder, "bank.csv");
  await expectSuccess(bed.env, `withdrawals export ${bankFile} --environment sandbox`);
  expect(readFileSync(bankFile, "utf8")).toContain(withdrawal);
  await cluster.query("SELECT pg_switch_wal()");
  const [current] = await cluster.query<{ name: string }>(
    "SELECT pg_walfile_name(pg_current_wal_lsn() - 1::numeric) AS name",
  );
  await until("the archive", async () => {
    const [archiver] =
      (await cluster?.query<{ name: string }>("SELECT last_archived_wal AS name FROM pg_stat_archiver")) ?? [];
    return (archiver?.name ?? "") >= (current?.name ?? "");
  });
  await cluster.stop("SIGKILL");
  rmSync(cluster.folder, { recursive: true });

  await restored.start([
    `restore_command=cp ${join(archive, "%f")} %p`,
    `recovery_target_time=${moment?.text}`,
    "recovery_target_action=promote",
  ]);
  const isRestored = async () => {
    const [server] = (await restored?.query<{ isDone: boolean }>(`SELECT NOT pg_is_in_recovery() AS "isDone"`)) ?? [];
    return server?.isDone === true;
  };
  await until("the end of the recovery", isRestored);
  const journals = await restored.query<{ subject: string }>(
    "SELECT subject FROM ledger_journal WHERE kind = 'payment'",
  );
  const paid = new Set(journals.map(({ subject }) => subject));
  expect([...beforeBackup, ...afterBackup].filter((id) => !paid.has(id))).toEqual([]);
  expect(afterMoment.filter((id) => paid.has(id))).toEqual([]);

  const env = { ...bed.env, DATABASE_URL: restored.url };
  await payWithdrawalOnce(env, { folder, withdrawal });
  for (const check of ["ledger check", "audit verify", "vault check", "ledger reconcile"])
    await expectSuccess(env, check);
  const [vault] = await restored.query<{ cards: number }>("SELECT count(*)::int AS cards FROM vault_card");
  expect(vault?.cards).toBeGreaterThan(0);
  bed = await startFaultBed({ folder, directUrl: restored.url });
  expect(await secondsUntilHealthy(bed)).toBeLessThan(10);
});

/** The command of docs/operations.md, with another folder for the archive. */
function archiveCommand(archive: string): string {
  const [, command = ""] = /^archive_command = '(.+)'$/m.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  expect(command).toContain("/backup/wal");
  return command.replaceAll("/backup/wal", archive);
}

async function expectSuccess(env: Record<string, string>, command: string): Promise<string> {
  const { exitCode, output } = await runScript("scripts/tw.ts", command.split(" "), { env });
  expect({ command, exitCode, output }).toEqual({ command, exitCode: 0, output: expect.any(String) });
  return output;
}

/** A withdrawal that the worker does not move for 30 seconds. */
async function withdraw(origin: string): Promise<string> {
  const form = { email: sandbox.merchant.email, password: sandbox.password, scopes: "svc-withdrawals-create" };
  const { body } = await call(origin, "POST", "/api/auth/tokens", { form });
  const json = { environment: "sandbox", ...unbanked("1.00") };
  const created = await call(origin, "POST", "/api/withdrawals/", { token: body.access_token, json });
  expect(created.status, created.text).toBe(201);
  return created.body.data.transaction_id;
}

/** `folder` has the bank file that was sent. */
type Sent = { folder: string; withdrawal: string };

/**
 * The steps of docs/operations.md for a withdrawal that was sent to the bank after the moment, and is pending again.
 */
async function payWithdrawalOnce(env: Record<string, string>, { folder, withdrawal }: Sent): Promise<void> {
  const [all, results] = [join(folder, "all.csv"), join(folder, "results.csv")];
  await expectSuccess(env, `withdrawals export ${all} --environment sandbox`);
  expect(readFileSync(all, "utf8")).toContain(withdrawal);
  const filter = "cut -d, -f2 bank.csv | grep -oE '[0-9A-Z]{26}' > sent.txt; grep -vFf sent.txt all.csv";
  const rest = execFileSync("sh", ["-c", filter], { cwd: folder, encoding: "utf8" });
  expect(rest.trim().split("\n")).toEqual([expect.stringContaining("transaction_id")]);
  writeFileSync(results, `${withdrawal},completed\n`);
  expect(await expectSuccess(env, `withdrawals import ${results}`)).toContain(`${withdrawal} is completed`);
}

/** A card whose number the vault keeps. */
async function storeCard(origin: string): Promise<void> {
  const request = { environment: "sandbox", response_url: "https://shop.example/return" };
  const { body } = await call(origin, "POST", "/api/trusted-cards/", { key: sandbox.apiKey, json: request });
  const card = { ...cardFields("4111111111111111"), email: "ada@example.com", consent: "yes" };
  const paid = await call(origin, "POST", `/checkout/${tokenOf(body.url)}/pay`, { json: card });
  expect(paid.body).toMatchObject({ state: "finalised" });
}
