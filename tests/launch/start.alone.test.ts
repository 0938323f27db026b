import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  cleanAround,
  type Launcher,
  orderOfEnds,
  partsOf,
  preparedFolder,
  startLauncher,
  until,
} from "@/tests/support/http/launcher";
import {
  closeServer,
  connectSilently,
  holdBackSignIn,
  isListening,
  isTokenGood,
  signIn,
  statusOf,
  takePort,
} from "@/tests/support/http/launcher-client";

cleanAround();

// These tests share one installation and depend on their order. start.launch.test.ts contains the tests that neither
// measure time nor need the default port.
describe("npm start", () => {
  const dataDir = preparedFolder();
  let launcher: Launcher;
  let origin = "";
  let token = "";
  const port = () => new URL(origin).port;

  it("chooses a free port if PORT is not set and the default is taken, and prints the addresses", async () => {
    const usual = await takePort(3000);
    launcher = startLauncher({ dataDir, program: ["npm", "start"] });
    origin = await launcher.ready();
    await closeServer(usual);

    expect(port()).not.toBe("3000");
    expect(launcher.output()).toContain(`Port 3000 is taken; using ${port()} instead.`);
    for (const path of ["/", "/api", "/healthz", "/readyz"]) expect(launcher.output()).toContain(`${origin}${path}`);
  });

  it("serves requests as soon as it prints the ready line", async () => {
    expect(await statusOf(`${origin}/healthz`)).toBe(200);
    expect(await statusOf(`${origin}/readyz`)).toBe(200);
    token = await signIn(origin);
    expect(await isTokenGood(origin, token)).toBe(true);
  });

  it("drains when npm gets the SIGTERM, and does not wait for silent connections", async () => {
    const parts = partsOf(dataDir);
    expect(parts.launcher).not.toBe(launcher.pid);
    await connectSilently(origin);
    const held = await holdBackSignIn(origin);
    launcher.child.kill("SIGTERM");
    await until("new connections to be refused", async () => !(await isListening(origin)));
    const ends = orderOfEnds(parts);
    expect((await held.finish()).status).toBe(200);
    const finishedAt = performance.now();
    expect(await launcher.exitCode(), launcher.output()).toBe(0);
    expect(performance.now() - finishedAt).toBeLessThan(10_000);
    expect(await ends).toEqual(["web", "worker", "postgres", "launcher"]);
    expect(existsSync(join(dataDir, "running.json"))).toBe(false);
  });

  it("is ready again within 4.5 seconds, with its data", async () => {
    const startedAt = performance.now();
    launcher = startLauncher({ dataDir, env: { PORT: port() } });
    expect(await launcher.ready()).toBe(origin);
    // Two quiet cores need 2.2 s. The limit allows for a machine that is half as fast.
    expect(performance.now() - startedAt).toBeLessThan(4_500);
    expect(await isTokenGood(origin, token)).toBe(true);
  });
});
