import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import {
  cleanAround,
  homeOf,
  isRoot,
  ownerOnly,
  processesOn,
  runScript,
  startLauncher,
  stopLauncher,
  temporaryFolder,
} from "@/tests/support/http/launcher";
import { signIn } from "@/tests/support/http/launcher-client";
import { plainSvg, sendPicture } from "@/tests/support/http/pictures";
import { findFreePort } from "./launch/processes";

cleanAround();

type User = { uid: number; gid: number };

/** One of the system's own users, who has no rights and no home. */
function ordinaryUser(): User {
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("daemon:"));
  const [, , uid, gid] = entry?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function copyProject(place: { parent: string; mode: number }): string {
  const folder = temporaryFolder(place);
  for (const entry of readdirSync(".").filter((name) => ![".data", ".git"].includes(name))) {
    // Links for what is large and never written to, where both are on one disk.
    if (entry === "node_modules" && succeeds("cp", ["-al", entry, folder])) continue;
    execFileSync("cp", ["-a", entry, folder]);
  }
  return folder;
}

/** The project where that user can reach it: here, or, where this is a folder that only root can enter, in a copy. */
function projectFor(user: User): string {
  if (succeeds("/bin/sh", ["-c", 'cd "$0"', resolve(".")], user)) return resolve(".");
  return copyProject({ parent: tmpdir(), mode: 0o755 });
}

function succeeds(program: string, args: string[], user?: User): boolean {
  try {
    execFileSync(program, args, { ...user, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

// Only root can be other users. That root's data folder may be shut to them is proven in start.alone.test.ts.
describe.runIf(isRoot)("whoever starts it", () => {
  let env = { DATA_DIR: "", HOME: "", TMPDIR: "" };

  beforeAll(() => {
    const home = temporaryFolder();
    env = { DATA_DIR: join(home, "data"), HOME: home, TMPDIR: home };
  });

  it.concurrent("root can, with the whole project in a folder that only root can enter", async () => {
    mkdirSync(".data", { recursive: true });
    const cwd = copyProject({ parent: ".data", mode: ownerOnly });
    const rootsEnv = { DATA_DIR: join(cwd, ".data") };
    const { exitCode, output } = await runScript("scripts/migrate.ts", [], { cwd, env: rootsEnv });
    expect(exitCode, output).toBe(0);
    expect(output).toContain("Applied: ");
    // The proof that PostgreSQL's user could not reach the programs where they stand.
    expect(existsSync(join(homeOf(rootsEnv.DATA_DIR), "native/bin/postgres"))).toBe(true);
    expect(processesOn(rootsEnv.DATA_DIR)).toEqual([]);
  });

  it.concurrent("an ordinary user can, draws pictures, and closing the terminal stops everything", async () => {
    const user = ordinaryUser();
    chownSync(env.HOME, user.uid, user.gid);
    const port = String(await findFreePort());
    const cwd = projectFor(user);
    const launcher = startLauncher({ dataDir: env.DATA_DIR, env: { ...env, PORT: port }, cwd, ...user });
    const origin = await launcher.ready();
    expect(await signIn(origin)).toBeTruthy();
    // By a decoder that only the permission model of Node.js keeps from the user's files.
    expect(await sendPicture("POST", plainSvg, { key: sandbox.apiKey, origin })).toMatchObject({ status: 201 });
    expect(homeOf(env.DATA_DIR)).toBe(join(env.DATA_DIR, "postgres"));
    for (const stream of [launcher.child.stdout, launcher.child.stderr]) stream?.destroy();
    expect(await stopLauncher(launcher, "SIGHUP")).toBe(0);
    expect(processesOn(env.DATA_DIR)).toEqual([]);
  });

  it("root can go on with an ordinary user's data, which are the user's again afterwards", async () => {
    const user = ordinaryUser();
    const cwd = projectFor(user);
    for (const who of [{}, user]) {
      const used = await runScript("scripts/migrate.ts", [], { env, cwd, ...who });
      expect(used).toEqual({ exitCode: 0, output: "Nothing to apply.\n" });
    }
  });
});
