import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { burningSvg, plainSvg } from "@/tests/support/http/pictures";
import { findDecoderSources } from "./decoder-files";
import { type Limits, runLimited } from "./limited-process";
import { permissionArgs, prepareDecoder } from "./prepare-decoder";
import { findUnusedUser } from "./unused-user";

const limits: Limits = {
  startMs: 20_000,
  workMs: 10_000,
  fairCpuMs: 200,
  memoryBytes: 256 * 1024 * 1024,
  outputBytes: 64 * 1024,
};
const isRoot = process.getuid?.() === 0;
/** The user id of the system user `nobody`. */
const unprivilegedId = 65_534;

/** Imitates DATA_DIR: readable by every user, except for the keys and the database cluster in it. */
const dataDir = mkdtempSync(join(tmpdir(), "tradewind-decoder-"));
chmodSync(dataDir, 0o755);
mkdirSync(join(dataDir, "postgres"), { mode: 0o700 });
writeFileSync(join(dataDir, "keys.json"), "{}", { mode: 0o600 });
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Attempts everything that a decoder must not do, and prints the results. */
const probe = `
  const fs = require("node:fs");
  const may = (work) => { try { work(); return "allowed"; } catch (error) { return error.code; } };
  console.log(JSON.stringify({
    uid: process.getuid(), gid: process.getgid(), groups: process.getgroups(), variables: Object.keys(process.env),
    shadow: may(() => fs.readFileSync("/etc/shadow")),
    keys: may(() => fs.readFileSync(${JSON.stringify(join(dataDir, "keys.json"))})),
    database: may(() => fs.readdirSync(${JSON.stringify(join(dataDir, "postgres"))})),
    parentsVariables: may(() => fs.readFileSync("/proc/" + process.ppid + "/environ")),
    passwd: may(() => fs.readFileSync("/etc/passwd")),
    project: may(() => fs.readFileSync(${JSON.stringify(resolve("package.json"))})),
    ownFolder: may(() => fs.writeFileSync("planted.mjs", "")),
    temporaryFolder: may(() => fs.writeFileSync(${JSON.stringify(join(tmpdir(), "planted-by-decoder"))}, "")),
    child: may(() => require("node:child_process").execFileSync("true")),
    worker: may(() => new (require("node:worker_threads").Worker)("", { eval: true })),
  }));`;

/** Starts the probe the way the decoder is started for a picture. */
async function runProbe({ isRestricted }: { isRestricted: boolean }) {
  const { args, ...where } = await prepareDecoder(limits);
  const restrictions = isRestricted ? args.slice(0, -1) : [];
  const { output } = await runLimited(
    { args: [...restrictions, "-e", probe], input: Buffer.alloc(0), ...where },
    limits,
  );
  return JSON.parse(output.toString());
}

const denied = "ERR_ACCESS_DENIED";

it("lets the decoder read only its own files, write nothing and start no process, for every user", async () => {
  expect(await runProbe({ isRestricted: true })).toMatchObject({
    variables: [],
    shadow: denied,
    keys: denied,
    database: denied,
    parentsVariables: denied,
    passwd: denied,
    project: denied,
    ownFolder: denied,
    temporaryFolder: denied,
    child: denied,
    worker: denied,
  });
});

it("allows reading the decoder's files and the packages they need, and no others", async () => {
  const { programs, packages } = await findDecoderSources();
  expect(programs).toEqual([resolve("lib/pictures/picture-decoder.mjs"), resolve("lib/pictures/picture-svg.mjs")]);
  const names = packages.map((folder) => folder.split("/node_modules/").at(-1));
  expect(names).toEqual(expect.arrayContaining(["sharp", "detect-libc", "semver", "@cwasm/nsbmp"]));
  expect(
    names.filter((name) => !/^(sharp|detect-libc|semver|@img\/[\w-]+|@c(wasm|anvas)\/[\w-]+)$/.test(name ?? "")),
  ).toEqual([]);
  const readable = permissionArgs({ programs, packages }).filter((arg) => arg.startsWith("--allow-fs-read="));
  expect(readable).toHaveLength(programs.length + packages.length);
});

// These tests need root, because only root can start a process as another user.
describe.runIf(isRoot)("the decoder, if it is started by root,", () => {
  it("runs as a user that is neither root nor PostgreSQL's, is not in /etc/passwd and has no further groups", async () => {
    const { uid, gid, groups, ...rights } = await runProbe({ isRestricted: false });
    expect([0, unprivilegedId]).not.toContain(uid);
    expect([gid, groups]).toEqual([uid, [uid]]);
    expect(readFileSync("/etc/passwd", "utf8")).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, "m"));
    // The rights of the decoder's user must suffice. So this program runs without the permission model of Node.js,
    // which does not restrict native code.
    expect(rights).toMatchObject({
      variables: [],
      shadow: "EACCES",
      keys: "EACCES",
      database: "EACCES",
      parentsVariables: "EACCES",
      ownFolder: "EACCES",
    });
  });

  it("does not use ids that own a process or the database", async () => {
    const first = await findUnusedUser();
    const sleeper = spawn("sleep", ["60"], first);
    await once(sleeper, "spawn");
    try {
      expect((await findUnusedUser()).uid).not.toBe(first.uid);
    } finally {
      sleeper.kill("SIGKILL");
      await once(sleeper, "exit");
    }
  });

  it("runs from a copy that only root can change, and that is made again when it is damaged", async () => {
    const { args, cwd } = await prepareDecoder(limits);
    const program = args.at(-1) ?? "";
    expect(dirname(program)).toBe(cwd);
    const entries = readdirSync(cwd, { recursive: true, encoding: "utf8" }).map((name) => join(cwd, name));
    const open = [dirname(cwd), cwd, ...entries].filter((path) => {
      const { uid, mode } = lstatSync(path);
      return uid !== 0 || (mode & 0o022) !== 0 || (mode & 0o004) === 0;
    });
    expect(open).toEqual([]);
    const original = readFileSync(program, "utf8");
    writeFileSync(program, "process.exit(1)");
    await prepareDecoder(limits);
    expect(readFileSync(program, "utf8")).toBe(original);
  });

  it("draws a real picture as that user, with an empty environment", async () => {
    const script = `import { drawPicture } from "./lib/pictures/draw-picture.ts";
      drawPicture(Buffer.from(${JSON.stringify(burningSvg())})).catch(() => {});`;
    const drawer = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      stdio: "ignore",
    });
    const drawing = await vi.waitFor(() => {
      const pids = readFileSync(`/proc/${drawer.pid}/task/${drawer.pid}/children`, "utf8").split(" ").filter(Boolean);
      const decoders = pids.filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("picture-decoder.mjs"),
      );
      expect(decoders).toHaveLength(1);
      return decoders[0];
    }, 30_000);
    try {
      const [, ...ids] =
        /^Uid:\t(\d+)\t(\d+)\t(\d+)\t(\d+)$/m.exec(readFileSync(`/proc/${drawing}/status`, "utf8")) ?? [];
      expect(new Set(ids).size).toBe(1);
      expect([0, unprivilegedId, Number.NaN]).not.toContain(Number(ids[0]));
      expect(readFileSync(`/proc/${drawing}/environ`, "utf8")).toBe("");
    } finally {
      drawer.kill("SIGKILL");
    }
  });

  it("answers 503 and logs the reason if no other user can run it", () => {
    // A Node.js binary that only root can execute, as in root's home folder.
    const home = mkdtempSync(join(tmpdir(), "tradewind-roots-node-"));
    const script = `import { drawPicture } from "./lib/pictures/draw-picture.ts";
      console.log(await drawPicture(Buffer.from(${JSON.stringify(plainSvg)})).catch(({ code }) => code));`;
    try {
      const node = join(home, "node");
      spawnSync("cp", [process.execPath, node]);
      const { stdout } = spawnSync(node, ["--import", "tsx", "--input-type=module", "-e", script], {
        encoding: "utf8",
      });
      const lines = stdout.trim().split("\n");
      expect(lines.at(-1)).toBe("unavailable");
      expect(lines.join("\n")).toContain("pictures are refused with 503: the picture decoder cannot be started");
      expect(lines.join("\n")).toContain(`Let every user run ${node}`);
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
