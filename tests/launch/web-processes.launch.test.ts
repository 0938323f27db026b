import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  allAnswered,
  askAll,
  keptConnections,
  newConnections,
  stopWebDuring,
  untilComplete,
  untilSent,
} from "@/tests/support/faults/in-flight";
import {
  childrenOf,
  cleanAround,
  isAlive,
  type Launcher,
  partsOf,
  preparedFolder,
  processesOn,
  run,
  scriptProgram,
  startLauncher,
  stopLauncher,
  temporaryFolder,
  until,
} from "@/tests/support/http/launcher";
import { holdBackSignIn, isListening, statusOf } from "@/tests/support/http/launcher-client";

cleanAround();

// These tests share one installation and depend on their order. Each request has a connection of its own, and the two
// web processes get connections in turn.
describe("two web processes on one port", () => {
  const dataDir = preparedFolder();
  const headers = { connection: "close" };
  let launcher: Launcher;
  let origin = "";
  const pair = () => childrenOf(partsOf(dataDir).web);

  beforeAll(async () => {
    const port = String(30_000 + (process.pid % 2_000));
    launcher = startLauncher({ dataDir, env: { PORT: port, WEB_PROCESSES: "2" } });
    origin = await launcher.ready();
  });

  async function readMetric(...words: string[]): Promise<number> {
    const text = await (await fetch(`${origin}/metrics`, { headers })).text();
    const samples = text.split("\n").filter((line) => !line.startsWith("#"));
    const sample = samples.find((line) => words.every((word) => line.includes(word)));
    return Number(sample?.split(" ").at(-1) ?? 0);
  }
  /** The requests that all processes together have refused for a missing credential. */
  const countRefused = () => readMetric("requests_total", 'status="401"');
  /** The processes that serve. Each adds its own limit of open files to the sum. */
  async function countServing(): Promise<number> {
    const limits = readFileSync(`/proc/${pair()[0]}/limits`, "utf8");
    return (await readMetric("process_max_fds")) / Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
  }
  const refuse = () => statusOf(`${origin}/api/user/api-keys`);

  it("start one after the other, and the first one already serves when the launcher is ready", async () => {
    expect(await refuse()).toBe(401);
    await until("the second process", async () => (await countServing()) === 2);
    expect(pair()).toHaveLength(2);
  });

  it("show the sums of their metrics, whichever of them answers", async () => {
    const before = await countRefused();
    for (let count = 0; count < 10; count++) await refuse();
    for (let count = 0; count < 4; count++) expect(await countRefused()).toBe(before + 10);
  });

  it("both know an order of the demo shop that one of them took", async () => {
    const body = new URLSearchParams({ "quantity-pepper-sauce": "1", way: "form" });
    const response = await fetch(`${origin}/demo/orders`, { method: "POST", body, headers, redirect: "manual" });
    const payPage = `${origin}${response.headers.get("location")}`;
    for (let count = 0; count < 4; count++) {
      expect(await (await fetch(payPage, { headers })).text()).toContain("stays unpaid until");
    }
  });

  it("are restarted when they die, the other one serves meanwhile, and no sum decreases", async () => {
    const before = await countRefused();
    const [killed = 0, other = 0] = pair();
    process.kill(killed, "SIGKILL");
    await until("the end of the process", () => !isAlive(killed));
    // A connection that was on its way to the killed process is lost.
    const lost = await Promise.all(
      Array.from({ length: 20 }, () =>
        refuse().then(
          (status) => (status === 401 ? 0 : 1),
          () => 1,
        ),
      ),
    );
    expect(lost.reduce((sum, each) => sum + each, 0)).toBeLessThan(3);
    expect(await countRefused()).toBeGreaterThanOrEqual(before);
    await until("the restart", () => pair().length === 2);
    expect(pair()).toContain(other);
    expect(pair()).not.toContain(killed);
    expect(await refuse()).toBe(401);
  });

  it("answer 60 requests in flight on SIGTERM, on connections that were kept open", async () => {
    await untilComplete(dataDir, origin, 2);
    const agent = keptConnections();
    await Promise.all(askAll(origin, agent));
    expect(await stopWebDuring(dataDir, askAll(origin, agent))).toEqual(allAnswered);
  });

  it("finish all requests in flight when the launcher gets a SIGTERM, even if it has just started them again", async () => {
    await untilComplete(dataDir, origin, 2);
    const held = await Promise.all(Array.from({ length: 4 }, () => holdBackSignIn(origin)));
    const answers = askAll(origin, newConnections());
    await untilSent();
    const stopped = stopLauncher(launcher);
    await until("new connections to be refused", async () => !(await isListening(origin)));
    for (const each of held) expect((await each.finish()).status).toBe(200);
    expect(await Promise.all(answers)).toEqual(allAnswered);
    expect(await stopped, launcher.output()).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
  });
});

it("a signal before the first web process is ready ends the primary in order", async () => {
  const env = {
    DATABASE_URL: "postgresql://user:password@127.0.0.1:1/unreachable",
    APP_ENV: "development",
    DATA_DIR: join(temporaryFolder(), "data"),
    PORT: String(32_000 + (process.pid % 700)),
    WEB_PROCESSES: "2",
  };
  const primary = run(scriptProgram("scripts/web.ts"), { env });
  const isWebProcess = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes("NODE_UNIQUE_ID=");
    } catch {
      // The process has ended.
      return false;
    }
  };
  await until("the first web process", () => childrenOf(primary.pid).some(isWebProcess), primary.output);
  primary.child.kill("SIGTERM");
  expect(await primary.exitCode(), primary.output()).toBe(0);
  expect(primary.output()).not.toContain("started again");
});
