import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@/emulator/emulators";
import { findFreePort } from "@/launch/processes";
import { rawEnv } from "@/lib/kit/env";
import { liveDemo } from "@/lib/reference/live-demo";
import { test as base } from "./checkout-page";
import { product } from "./sandbox";
import { startShop } from "./shop";

type EmulatorState = ReturnType<Emulator["state"]>;
type Command = Parameters<Emulator["addFault"] | Emulator["setDials"]>[0] | { mode: string | null };

/** The live demo: the product, the gateway emulator and a merchant who takes live payments. */
export type LiveProduct = {
  origin: string;
  emulator: string;
  hashKey: string;
  state(): Promise<EmulatorState>;
  control(method: "POST" | "PATCH" | "PUT", path: string, body?: Command): Promise<void>;
};

const { PATH, HOME, LANG } = rawEnv();

async function startLiveProduct(dataDir: string): Promise<{ live: LiveProduct; child: ChildProcess }> {
  const emulatorPort = await findFreePort();
  const env = {
    PATH,
    HOME,
    LANG,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
  } as unknown as NodeJS.ProcessEnv;
  const args = ["scripts/run.mjs", "start", "--live-demo", "--emulator-port", String(emulatorPort)];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const origin = await readyOrigin(child);
  const emulator = `http://127.0.0.1:${emulatorPort}`;
  const secrets = ["scripts/run.mjs", "tw", "accounts", "secrets", liveDemo.email, "--environment", "live"];
  const { hash_key: hashKey } = JSON.parse(execFileSync(process.execPath, secrets, { env, encoding: "utf8" }));
  const live: LiveProduct = {
    origin,
    emulator,
    hashKey,
    state: async () => (await (await fetch(`${emulator}/emulator/state`)).json()) as EmulatorState,
    async control(method, path, body) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${emulator}/emulator/${path}`, {
        method,
        headers,
        body: JSON.stringify(body ?? {}),
      });
      if (!response.ok) throw new Error(`The emulator refused ${path}: ${await response.text()}`);
    },
  };
  return { live, child };
}

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

/** Tests of live payments. A worker starts the live demo once. Every test has a shop of its own. */
export const test = base.extend<object, { live: LiveProduct }>({
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
  baseURL: async ({ live }, use) => use(live.origin),
  shop: async ({ live }, use) => {
    const fields = { account_number: liveDemo.accountNumber, environment: "live" };
    const shop = await startShop(live.origin, { fields, hashKey: live.hashKey });
    await use(shop);
    await shop.stop();
  },
});
