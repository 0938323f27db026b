import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { currenciesOf } from "@/lib/reference/currencies";
import { liveDemo } from "@/lib/reference/live-demo";
import { platformCodes } from "@/lib/reference/platforms";
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
const port = 10_000 + 3 * (process.pid % 4_000);
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
  const emulators = [emulatorPort, emulatorPort + 1].map((each) => `http://127.0.0.1:${each}`);
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

  /** Orders in the demo shop, and returns where it leads the browser. */
  const order = async (choices: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ environment: "live", "quantity-hammock": "1", ...choices });
    const response = await fetch(`${origin}/demo/orders`, { method: "POST", body, redirect: "manual" });
    return response.headers.get("location") ?? "";
  };

  /** Sends a live payment request, as the server of another shop on this machine does. */
  const request = async (country_code: string, currency: string): Promise<number> => {
    const fields = { account_number: liveDemo.accountNumber, environment: "live", country_code, currency };
    const others = {
      fee_structure: "customer_pay",
      method: "credit_card_co",
      origin: "tests",
      total: "200.00",
      email: "ada@example.com",
    };
    const order_id = `${country_code}-${currency}`;
    const body = JSON.stringify({ ...fields, ...others, order_id, response_url: "http://localhost:4000/return" });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${origin}/plugins/payments/request`, { method: "POST", body, headers })).status;
  };

  it.runIf(inject("isDeep"))("prints where to pay, where to look, and how to sign in", async () => {
    await start();
    const shop = `${origin}/demo?environment=live`;
    const controlPages = emulators.map((emulator) => `${emulator}/emulator`);
    for (const text of [shop, ...controlPages, `${liveDemo.email} / ${liveDemo.password}`])
      expect(launcher.output()).toContain(text);
    expect(await signIn(origin, liveDemo)).toBeTruthy();
  });

  it.runIf(inject("isDeep"))("lets the demo shop open a live checkout that the shop may frame", async () => {
    const shop = await (await fetch(`${origin}/demo?environment=live`)).text();
    for (const emulator of emulators) expect(shop).toContain(`href="${emulator}/emulator"`);
    const location = await order({ currency: "TTD" });
    expect(location).toMatch(/^\/checkout\//);
    const checkout = await fetch(`${origin}${location}`);
    expect(checkout.status).toBe(200);
    expect(checkout.headers.get("content-security-policy")).toContain(`frame-ancestors ${origin}`);
    const page = await checkout.text();
    expect(page).toContain(liveDemo.shopName);
    expect(page).not.toContain('data-testid="sandbox-drawer"');
    const framed = await (await fetch(`${origin}${await order({ currency: "TTD", way: "iframe" })}`)).text();
    expect(framed).toMatch(new RegExp(`href="${origin}/checkout/[^"]+"`));
  });

  it.runIf(inject("isDeep"))("stops everything on Ctrl-C", async () => {
    expect(await stopLauncher(launcher, "SIGINT"), launcher.output()).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, "running.json"))).toBe(false);
    for (const emulator of emulators) expect(await isListening(emulator)).toBe(false);
  });

  it.runIf(inject("isDeep"))("works again the second time, on every platform and in every currency", async () => {
    await start();
    for (const currency of ["BBD", "XCD", "GYD", "JMD", "USD"])
      expect([currency, await order({ currency })]).toEqual([currency, expect.stringMatching(/^\/checkout\//)]);
    for (const platform of platformCodes)
      for (const currency of currenciesOf(platform))
        expect([platform, currency, await request(platform, currency)]).toEqual([platform, currency, 200]);
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
