import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rawEnv } from "@/lib/kit/env";
import { expectBooksComplete, type FaultBed, startFaultBed } from "@/tests/support/faults/fault-bed";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { startShoppers } from "@/tests/support/faults/shoppers";
import { cleanAround, runScript, succeeds, temporaryFolder, until } from "@/tests/support/http/launcher";

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

describe.runIf(previous.length > 0)("An upgrade from the previous release", () => {
  it("fails no payment: old processes work on the new schema, and new ones take over", async () => {
    const cwd = buildPrevious(previous);
    const folder = temporaryFolder();
    const cluster: Cluster = await startCluster(folder);
    const beds: FaultBed[] = [];
    try {
      const old = await startFaultBed({
        folder,
        directUrl: cluster.url,
        cwd,
        prepare: (env) => {
          execFileSync(process.execPath, ["scripts/run.mjs", "migrate"], { cwd, env, stdio: "ignore" });
          execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", seedScript], {
            cwd,
            env,
            stdio: "ignore",
          });
        },
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
});
