import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { emulators } from "@/emulator/emulators";
import { readHolder } from "@/launch/data-dir";
import { findFreePort } from "@/launch/processes";
import { rawEnv } from "@/lib/kit/env";
import { liveDemo } from "@/lib/reference/live-demo";
import { test as base, expect } from "./checkout-page";
import { product } from "./sandbox";
import { startShop } from "./shop";

/** `held` is what the payer has lost by now. */
type ShownCharge = { held: string; chargeCount: number };
type EmulatorState = { transactions: ShownCharge[]; violations: object[] };

/** An emulator of the live demo, over its control API. */
export type LiveEmulator = {
  acquirer: string;
  origin: string;
  state(): Promise<EmulatorState>;
  control(method: "POST" | "PATCH" | "PUT", path: string, body?: object): Promise<void>;
};

/** The live demo: the product, the emulators of the gateways and a merchant who takes live payments. */
type LiveProduct = {
  origin: string;
  emulators: readonly LiveEmulator[];
  hashKey: string;
  /** Makes the terminals of an acquirer the first ones in the operator's order. */
  putFirst(acquirer: string): Promise<void>;
  /** Whether the gateway of an acquirer gets new payments. */
  isUp(acquirer: string): Promise<boolean>;
};

const { PATH, HOME, LANG } = rawEnv();

async function startLiveProduct(dataDir: string): Promise<{ live: LiveProduct; child: ChildProcess }> {
  const env = {
    PATH,
    HOME,
    LANG,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
  } as unknown as NodeJS.ProcessEnv;
  const args = ["scripts/run.mjs", "start", "--live-demo"];
  for (const _ of emulators) args.push("--emulator-port", String(await findFreePort()));
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const origin = await readyOrigin(child);
  const secrets = ["scripts/run.mjs", "tw", "accounts", "secrets", liveDemo.email, "--environment", "live"];
  const { hash_key: hashKey } = JSON.parse(execFileSync(process.execPath, secrets, { env, encoding: "utf8" }));
  const ports = args.filter((argument) => /^\d+$/.test(argument));
  const ask = async (text: string, value: string) => {
    const client = new pg.Client({ connectionString: readHolder(dataDir)?.databaseUrl });
    await client.connect();
    return (await client.query(text, [value]).finally(() => client.end())).rows;
  };
  const live: LiveProduct = {
    origin,
    emulators: emulators.map(({ acquirer }, index) => controlOf(acquirer, `http://127.0.0.1:${ports[index]}`)),
    hashKey,
    async putFirst(acquirer) {
      await ask("UPDATE terminal SET position = CASE acquirer WHEN $1 THEN 1 ELSE 2 END", acquirer);
    },
    async isUp(acquirer) {
      const open = await ask(
        `SELECT FROM gateway_breaker WHERE opened_at IS NOT NULL
         AND base_address IN (SELECT base_address FROM terminal WHERE acquirer = $1)`,
        acquirer,
      );
      return open.length === 0;
    },
  };
  return { live, child };
}

const controlOf = (acquirer: string, origin: string): LiveEmulator => ({
  acquirer,
  origin,
  state: async () => (await (await fetch(`${origin}/emulator/state`)).json()) as EmulatorState,
  async control(method, path, body = {}) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${origin}/emulator/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The emulator refused ${path}: ${await response.text()}`);
  },
});

function readyOrigin(child: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const origin = /^Ready at (\S+)/m.exec(output)?.[1];
      if (origin) resolve(origin);
    });
    child.once("exit", () => reject(new Error(`The live demo did not start:\n${output}`)));
  });
}

/**
 * Tests of live payments. A worker starts the live demo once. Every test has a shop of its own, and `gateway`, the
 * emulator of the acquirer that is the first one in the operator's order. No test may break its protocol.
 */
export const test = base.extend<{ acquirer: string; gateway: LiveEmulator }, { live: LiveProduct }>({
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are used
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "tradewind-live-"));
      execFileSync("cp", ["-a", `${product().preparedDir}/.`, dataDir]);
      const { live, child } = await startLiveProduct(dataDir);
      await use(live);
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  acquirer: ["", { option: true }],
  gateway: [
    async ({ live, acquirer, watch }, use) => {
      const gateway = live.emulators.find((emulator) => emulator.acquirer === acquirer);
      if (!gateway) throw new Error(`No emulator is known for the acquirer ${acquirer}.`);
      await live.putFirst(acquirer);
      for (const emulator of live.emulators) {
        watch.allowOrigin(emulator.origin);
        await emulator.control("POST", "reset");
      }
      await use(gateway);
      expect((await gateway.state()).violations).toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ live }, use) => use(live.origin),
  shop: async ({ live }, use) => {
    const fields = { account_number: liveDemo.accountNumber, environment: "live" };
    const shop = await startShop(live.origin, { fields, hashKey: live.hashKey });
    await use(shop);
    await shop.stop();
  },
});
