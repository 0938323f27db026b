import { afterAll, beforeAll } from "vitest";
import { registerTerminals, type Startable } from "@/emulator/testing/emulator-for-file";
import { readHolder } from "@/launch/data-dir";
import { findFreePort } from "@/launch/processes";
import { disconnect } from "@/lib/db/connection";
import { extendEnv } from "@/lib/kit/env";
import { type LiveEmulator, letLiveClocksMove, openLiveShop } from "@/tests/support/in-process/live-checkout";
import { type Launcher, preparedFolder, startLauncher } from "./launcher";

const secrets = {
  APP_SECRET: "a secret for tests: 0123456789 abcdefghijk",
  CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
};

/** The whole product with an emulator, terminals and a merchant who takes live payments. */
export type LiveProduct<Started> = {
  emulator: Started;
  launcher: Launcher;
  origin: string;
  databaseUrl: string;
  accountNumber: string;
};

/** Starts the live product before the tests of a file. The clocks of its live sessions can be moved. */
export function startLiveProductForFile<Started extends LiveEmulator>(
  definition: Startable<Started>,
): () => LiveProduct<Started> {
  let product: LiveProduct<Started> | undefined;
  beforeAll(async () => {
    const emulator = await definition.start({ log: false });
    const acquirer = { GATEWAY_EMULATOR: emulator.origin };
    const limits = { RATE_LIMIT_FACTOR: "10000" };
    const env = { PORT: String(await findFreePort()), ...secrets, ...acquirer, ...limits, LOG_LEVEL: "debug" };
    const launcher = startLauncher({ dataDir: preparedFolder(), env });
    const origin = await launcher.ready();
    const databaseUrl = readHolder(launcher.dataDir)?.databaseUrl ?? "";
    extendEnv({ APP_ENV: "development", DATABASE_URL: databaseUrl, ...secrets, ...acquirer });
    await letLiveClocksMove();
    await registerTerminals(definition, emulator.baseAddress);
    const { accountNumber } = await openLiveShop();
    product = { emulator, launcher, origin, databaseUrl, accountNumber };
  });
  afterAll(async () => {
    await disconnect();
    await product?.emulator.close();
  });
  return () => {
    if (!product) throw new Error("The live product has not started.");
    return product;
  };
}
