import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import {
  cleanAround,
  homeOf,
  isAlive,
  isRoot,
  type Launcher,
  orderOfEnds,
  ownerOnly,
  partsOf,
  processesOn,
  runScript,
  stackTrace,
  startLauncher,
  temporaryFolder,
  until,
} from "@/tests/support/http/launcher";
import {
  askForUpgrade,
  closeServer,
  connectSilently,
  holdBackSignIn,
  isListening,
  isServing,
  isTokenGood,
  signIn,
  takePort,
} from "@/tests/support/http/launcher-client";

cleanAround();

// These tests share one installation and depend on their order. Only the folder's owner can enter it. If root owns it,
// the user of PostgreSQL cannot enter it.
describe("an installation", () => {
  const dataDir = join(temporaryFolder({ mode: ownerOnly }), "data");
  const lockFile = join(dataDir, "running.json");
  // A port outside the range of ephemeral ports, so that no connection takes it between two starts.
  const port = String(20_000 + (process.pid % 10_000));
  const start = (program?: string[]) => startLauncher({ dataDir, env: { PORT: port }, ...(program && { program }) });
  let launcher: Launcher;
  let origin = "";
  let token = "";

  it("serves requests as soon as it prints the ready line", async () => {
    // The test allows core dumps as far as the system does, to check that the launcher switches them off.
    const allowDumps = 'ulimit -S -c "$(ulimit -H -c)"; exec "$0" scripts/run.mjs start';
    launcher = start(["/bin/sh", "-c", allowDumps, process.execPath]);
    origin = await launcher.ready();
    expect(await isServing(origin)).toBe(true);
    token = await signIn(origin);
    expect(await isTokenGood(origin, token)).toBe(true);
  });

  it("runs the web server and the worker without core dumps, which can contain card data", () => {
    const { web, worker } = partsOf(dataDir);
    for (const pid of [web, worker]) {
      expect(readFileSync(`/proc/${pid}/limits`, "utf8")).toMatch(/^Max core file size +0 +0 +bytes/m);
    }
  });

  it.runIf(isRoot)("keeps the database of root where the user of PostgreSQL can reach it", () => {
    expect(homeOf(dataDir)).not.toContain(dataDir);
  });

  it("answers a request for a web socket with 404 and closes the connection", async () => {
    expect(await askForUpgrade(origin)).toBe("HTTP/1.1 404 Not Found");
  });

  it("refuses a second start on the same data folder, and the first keeps running", async () => {
    const { exitCode, output } = await runScript("scripts/start.ts", [], { env: { DATA_DIR: dataDir } });
    expect(exitCode).toBe(1);
    expect(output).toContain(`Tradewind already runs on ${dataDir} at ${origin} (process ${launcher.pid}).`);
    expect(output).not.toMatch(stackTrace);
    expect(partsOf(dataDir).launcher).toBe(launcher.pid);
    expect(await isServing(origin)).toBe(true);
  });

  it("refuses a PORT that is taken, and leaves no process running", async () => {
    const env = { DATA_DIR: temporaryFolder(), PORT: port };
    const { exitCode, output } = await runScript("scripts/start.ts", [], { env });
    expect(exitCode).toBe(1);
    expect(output).toContain(`Port ${port} is taken. Set PORT to another one.`);
    expect(output).not.toMatch(stackTrace);
    expect(processesOn(env.DATA_DIR)).toEqual([]);
    expect(existsSync(join(env.DATA_DIR, "running.json"))).toBe(false);
  });

  it("restarts a killed web server, worker and database, even if the first attempt fails", async () => {
    const { web, worker, postgres } = partsOf(dataDir);
    for (const pid of [web, worker, postgres]) process.kill(pid, "SIGKILL");
    await until("the port to be free", async () => !(await isListening(origin)));
    const intruder = await takePort(Number(port));
    const webEnds = () => launcher.output().match(/The web server ended/g)?.length ?? 0;
    await until("a second attempt", () => webEnds() >= 2, launcher.output);
    await closeServer(intruder);
    await until("the web server", () => isServing(origin), launcher.output);
    expect(await isTokenGood(origin, token)).toBe(true);
    await until("the worker", () => partsOf(dataDir).worker > 0);
    for (const pid of Object.values(partsOf(dataDir))) expect([web, worker, postgres]).not.toContain(pid);
  });

  it("lets an operator command use its database", async () => {
    const words = ["accounts", "create", "--email", "Ann@Example.com", "--first-name", "Ann", "--last-name", "Lee"];
    const { exitCode, output } = await runScript("scripts/tw.ts", words, { env: { DATA_DIR: dataDir } });
    expect(exitCode, output).toBe(0);
    const password = /shown once: (\S+)/.exec(output)?.[1] ?? "";
    expect(await signIn(origin, { email: "ann@example.com", password })).toBeTruthy();
  });

  it("ends the web server and the worker after kill -9 of the launcher, keeps its data, and refuses one of two concurrent starts", async () => {
    const parts = partsOf(dataDir);
    process.kill(parts.launcher, "SIGKILL");
    await until("web and worker to end", () => !isAlive(parts.web) && !isAlive(parts.worker));
    expect(isAlive(parts.postgres)).toBe(true);

    const starts = [start(["npm", "start"]), start(["npm", "start"])];
    const refused = await Promise.race(starts.map((each) => each.exitCode().then(() => each)));
    expect(await refused.exitCode()).toBe(1);
    expect(refused.output()).toContain(`Tradewind already runs on ${dataDir}`);
    launcher = starts.find((each) => each !== refused) ?? refused;
    expect(await isTokenGood(await launcher.ready(), token)).toBe(true);
    expect(isAlive(parts.postgres)).toBe(false);
  });

  it.runIf(inject("isDeep"))("keeps its data after kill -9 of every process", async () => {
    const killed = Object.values(partsOf(dataDir));
    for (const pid of killed) process.kill(pid, "SIGKILL");
    await until("the killed to be gone", () => !killed.some(isAlive));
    launcher = start(["npm", "start"]);
    expect(await isTokenGood(await launcher.ready(), token)).toBe(true);
  });

  it("finishes the request in flight when npm gets the SIGTERM, waits for no silent connection, and stops all, the database last", async () => {
    const parts = partsOf(dataDir);
    expect(parts.launcher).not.toBe(launcher.pid);
    await connectSilently(origin);
    const held = await holdBackSignIn(origin);
    launcher.child.kill("SIGTERM");
    await until("new connections to be refused", async () => !(await isListening(origin)));
    expect(Object.values(parts).every(isAlive)).toBe(true);

    const ends = orderOfEnds(parts);
    const { status, text } = await held.finish();
    const finishedAt = performance.now();
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveProperty("access_token");
    expect(await launcher.exitCode(), launcher.output()).toBe(0);
    expect(performance.now() - finishedAt).toBeLessThan(10_000);
    expect(await ends).toEqual(["web", "worker", "postgres", "launcher"]);
    expect(processesOn(dataDir)).toEqual([]);
    expect(existsSync(lockFile)).toBe(false);
  });
});
