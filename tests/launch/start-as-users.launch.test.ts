import { chownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import { sandbox } from "@/lib/reference/sandbox";
import {
  cleanAround,
  copyProject,
  homeOf,
  isRoot,
  ownerOnly,
  processesOn,
  runScript,
  startLauncher,
  stopLauncher,
  succeeds,
  temporaryFolder,
} from "@/tests/support/http/launcher";
import { signIn } from "@/tests/support/http/launcher-client";
import { plainSvg, sendPicture } from "@/tests/support/http/pictures";

cleanAround();

type User = { uid: number; gid: number };

/** A system user without privileges and without a home folder. */
function ordinaryUser(): User {
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("daemon:"));
  const [, , uid, gid] = entry?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Returns the project folder if the given user can enter it, otherwise a copy of the project. */
function projectFor(user: User): string {
  if (succeeds("/bin/sh", ["-c", 'cd "$0"', resolve(".")], user)) return resolve(".");
  return copyProject({ parent: tmpdir(), mode: 0o755 });
}

// Only root can start processes as other users. start.launch.test.ts covers a data folder that only root can enter.
describe.runIf(isRoot)("npm start by different users", () => {
  let env = { DATA_DIR: "", HOME: "", TMPDIR: "" };

  beforeAll(() => {
    const home = temporaryFolder();
    env = { DATA_DIR: join(home, "data"), HOME: home, TMPDIR: home };
  });

  it.concurrent("works for root with the whole project in a folder that only root can enter", async () => {
    mkdirSync(".data", { recursive: true });
    const cwd = copyProject({ parent: ".data", mode: ownerOnly });
    const rootsEnv = { DATA_DIR: join(cwd, ".data") };
    const { exitCode, output } = await runScript("scripts/migrate.ts", [], { cwd, env: rootsEnv });
    expect(exitCode, output).toBe(0);
    expect(output).toContain("Applied: ");
    // The binaries are copied only if the user of PostgreSQL cannot run the original ones, and only once.
    const copy = join(homeOf(rootsEnv.DATA_DIR), "native/bin/postgres");
    const { ino } = statSync(copy);
    const again = await runScript("scripts/migrate.ts", [], { cwd, env: rootsEnv });
    expect(again).toEqual({ exitCode: 0, output: "Nothing to apply.\n" });
    expect(statSync(copy).ino).toBe(ino);
    expect(processesOn(rootsEnv.DATA_DIR)).toEqual([]);
  });

  it.concurrent("works for an ordinary user, pictures included, and a closed terminal stops everything", async () => {
    const user = ordinaryUser();
    chownSync(env.HOME, user.uid, user.gid);
    const port = String(await findFreePort());
    const cwd = projectFor(user);
    const launcher = startLauncher({ dataDir: env.DATA_DIR, env: { ...env, PORT: port }, cwd, ...user });
    const origin = await launcher.ready();
    expect(await signIn(origin)).toBeTruthy();
    // For an ordinary user, only the permission model of Node.js keeps the picture decoder from the user's files.
    expect(await sendPicture("POST", plainSvg, { key: sandbox.apiKey, origin })).toMatchObject({ status: 201 });
    expect(homeOf(env.DATA_DIR)).toBe(join(env.DATA_DIR, "postgres"));
    for (const stream of [launcher.child.stdout, launcher.child.stderr]) stream?.destroy();
    expect(await stopLauncher(launcher, "SIGHUP")).toBe(0);
    expect(processesOn(env.DATA_DIR)).toEqual([]);
  });

  it("lets root use the data of an ordinary user, who can still use it afterwards", async () => {
    const user = ordinaryUser();
    const cwd = projectFor(user);
    for (const who of [{}, user]) {
      const used = await runScript("scripts/migrate.ts", [], { env, cwd, ...who });
      expect(used).toEqual({ exitCode: 0, output: "Nothing to apply.\n" });
    }
  });
});
