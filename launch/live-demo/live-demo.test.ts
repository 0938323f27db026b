import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { closeServer, takePort } from "@/tests/support/http/launcher-client";
import { configureEmulators, prepareLiveDemo } from "./live-demo";

const { DATABASE_URL = "" } = rawEnv();

beforeEach(() => {
  extendEnv({ DATABASE_URL: "", DATA_DIR: "" });
});
afterEach(() => {
  extendEnv({ DATABASE_URL, DATA_DIR: "", GATEWAY_EMULATOR: "" });
});

describe("the data folder of the live demo", () => {
  it("is not that of npm start, unless DATA_DIR names it", () => {
    const usual = env().DATA_DIR;
    prepareLiveDemo();
    expect([usual, env().DATA_DIR]).toEqual([".data", ".data/live-demo"]);
    extendEnv({ DATA_DIR: "/tmp/chosen" });
    prepareLiveDemo();
    expect(env().DATA_DIR).toBe("/tmp/chosen");
  });
});

describe("the emulators of the live demo", () => {
  const originsWith = async (...args: string[]) => (await configureEmulators(args)).map(({ origin }) => origin);
  const originOf = (port: number) => `http://127.0.0.1:${port}`;

  it("get the chosen ports, whatever the environment names", async () => {
    extendEnv({ GATEWAY_EMULATOR: "http://127.0.0.1:4999" });
    const ports = [await findFreePort(), await findFreePort()];
    const args = ports.flatMap((port) => ["--emulator-port", String(port)]);
    const origins = await originsWith("--live-demo", ...args);
    expect(origins).toEqual(ports.map(originOf));
    expect(env().GATEWAY_EMULATOR).toEqual(origins);
  });

  it("take free ports if the default ports are taken", async () => {
    const usual = await takePort(3099);
    const [first = "", second] = await originsWith();
    expect(first).not.toBe(originOf(3099));
    expect(second).not.toBe(first);
    await closeServer(usual);
  });

  it("follow each other if only the first port is chosen", async () => {
    const port = 10_000 + (process.pid % 20_000);
    expect(await originsWith("--emulator-port", String(port))).toEqual([originOf(port), originOf(port + 1)]);
  });

  it("refuse a chosen port that is taken or is none", async () => {
    const port = await findFreePort();
    const server = await takePort(port);
    const taken = configureEmulators(["--emulator-port", String(port)]);
    await expect(taken).rejects.toThrow(`Port ${port} is taken. Set --emulator-port to another one.`);
    await closeServer(server);
    for (const wrong of [
      ["--emulator-port", "0"],
      ["--emulator-port", "http"],
      ["--emulator-port=70000"],
      ["--emulator-port"],
    ])
      await expect(configureEmulators(wrong)).rejects.toThrow("--emulator-port must be a number from 1 to 65535.");
  });
});
