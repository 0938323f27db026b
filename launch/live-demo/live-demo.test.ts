import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { closeServer, takePort } from "@/tests/support/http/launcher-client";
import { configureEmulator, prepareLiveDemo } from "./live-demo";

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

describe("the emulator of the live demo", () => {
  it("gets the chosen port, whatever the environment names", async () => {
    extendEnv({ GATEWAY_EMULATOR: "http://127.0.0.1:4999" });
    const port = await findFreePort();
    const origin = await configureEmulator(["--live-demo", "--emulator-port", String(port)]);
    expect(origin).toBe(`http://127.0.0.1:${port}`);
    expect(env().GATEWAY_EMULATOR).toBe(origin);
  });

  it("takes a free port if the default is taken", async () => {
    const usual = await takePort(3099);
    expect(await configureEmulator([])).not.toBe("http://127.0.0.1:3099");
    await closeServer(usual);
  });

  it("refuses a chosen port that is taken or is none", async () => {
    const port = await findFreePort();
    const server = await takePort(port);
    const taken = configureEmulator(["--emulator-port", String(port)]);
    await expect(taken).rejects.toThrow(`Port ${port} is taken. Set --emulator-port to another one.`);
    await closeServer(server);
    for (const wrong of [
      ["--emulator-port", "0"],
      ["--emulator-port", "http"],
      ["--emulator-port=70000"],
      ["--emulator-port"],
    ])
      await expect(configureEmulator(wrong)).rejects.toThrow("--emulator-port must be a number from 1 to 65535.");
  });
});
