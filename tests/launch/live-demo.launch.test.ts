import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { demoMerchant } from "@/emulator/shop/payment-request";
import {
  cleanAround,
  type Launcher,
  processesOn,
  runScript,
  scriptProgram,
  stackTrace,
  startLauncher,
  stopLauncher,
  temporaryFolder,
} from "@/tests/support/http/launcher";
import { isListening, signIn } from "@/tests/support/http/launcher-client";

cleanAround();

// Ports outside the range of ephemeral ports, so that no connection takes them between two starts.
const port = 10_000 + 2 * (process.pid % 4_000);
const emulatorPort = port + 1;
const production = {
  APP_ENV: "production",
  DATABASE_URL: "postgresql://user@127.0.0.1:1/nothing",
  PUBLIC_URL: "https://pay.example.com",
  APP_SECRET: "kF8s0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g",
  CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  TRUSTED_PROXIES: "none",
};

// These tests share one installation and depend on their order. The browser specs start it in every run.
describe("npm run live-demo", () => {
  const dataDir = temporaryFolder();
  const shop = `http://127.0.0.1:${emulatorPort}`;
  let launcher: Launcher;
  let origin = "";

  const start = async () => {
    const args = ["--live-demo", "--emulator-port", String(emulatorPort)];
    launcher = startLauncher({
      dataDir,
      program: [...scriptProgram("scripts/start.ts"), ...args],
      env: { PORT: String(port) },
    });
    origin = await launcher.ready();
  };

  const pay = (market: string): Promise<Response> => {
    const body = new URLSearchParams({ market, total: "200.00", method: "credit_card_co", place: "page" });
    return fetch(`${shop}/shop/pay`, { method: "POST", body, redirect: "manual" });
  };

  it.runIf(inject("isDeep"))("prints where to pay, where to look, and how to sign in", async () => {
    await start();
    for (const text of [`${shop}/shop`, `${shop}/emulator`, `${demoMerchant.email} / ${demoMerchant.password}`])
      expect(launcher.output()).toContain(text);
    expect(await signIn(origin, demoMerchant)).toBeTruthy();
  });

  it.runIf(inject("isDeep"))("lets the shop open a live checkout that the shop may frame", async () => {
    expect((await fetch(`${shop}/shop`)).status).toBe(200);
    const response = await pay("TT-TTD");
    const location = response.headers.get("location") ?? (await response.text());
    expect(location).toMatch(new RegExp(`^${origin}/checkout/`));
    const checkout = await fetch(location);
    expect(checkout.status).toBe(200);
    expect(checkout.headers.get("content-security-policy")).toContain(`frame-ancestors ${shop}`);
    const page = await checkout.text();
    expect(page).toContain(demoMerchant.shopName);
    expect(page).not.toContain('data-testid="sandbox-drawer"');
  });

  it.runIf(inject("isDeep"))("stops everything on Ctrl-C", async () => {
    expect(await stopLauncher(launcher, "SIGINT"), launcher.output()).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, "running.json"))).toBe(false);
    expect(await isListening(shop)).toBe(false);
  });

  it.runIf(inject("isDeep"))("works again the second time, on every platform and in every currency", async () => {
    await start();
    for (const market of ["BB-BBD", "BB-USD", "GD-XCD", "GD-USD", "GY-GYD", "GY-USD", "JM-JMD", "JM-USD", "TT-USD"])
      expect([market, (await pay(market)).status]).toEqual([market, 303]);
    expect(await stopLauncher(launcher, "SIGINT"), launcher.output()).toBe(0);
  });

  it.each([
    ["production", production, "The live demo is for development and is refused in production."],
    [
      "a database that others may use",
      { APP_ENV: "development", DATABASE_URL: production.DATABASE_URL },
      "The live demo needs a database of its own. Unset DATABASE_URL.",
    ],
  ])("is refused with %s, and starts nothing", async (_what, variables, sentence) => {
    const env = { ...variables, DATA_DIR: join(temporaryFolder(), "data") };
    const { exitCode, output } = await runScript("scripts/start.ts", ["--live-demo"], { env });
    expect(exitCode, output).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(stackTrace);
    expect(processesOn(env.DATA_DIR)).toEqual([]);
    expect(existsSync(env.DATA_DIR)).toBe(false);
  });
});
