import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import {
  cleanAround,
  preparedFolder,
  processesOn,
  stackTrace,
  startLauncher,
  stopLauncher,
  temporaryFolder,
  until,
} from "@/tests/support/http/launcher";
import { closeServer, takePort } from "@/tests/support/http/launcher-client";

cleanAround();

const env = { PORT: String(await findFreePort()) };

describe("an interrupted start", () => {
  const prepared = preparedFolder();
  const hasLock = (dataDir: string) => existsSync(join(dataDir, "running.json"));

  it.each([
    // A deep run interrupts the installation of the database, too.
    ["Starting PostgreSQL", inject("isDeep") ? temporaryFolder() : prepared],
    ["Starting the worker", prepared],
  ])("leaves no process and no lock when it is stopped at «%s»", async (title, dataDir) => {
    const launcher = startLauncher({ dataDir, env });
    await until(title, () => launcher.output().includes(title), launcher.output);
    expect(await stopLauncher(launcher), launcher.output()).toBe(0);
    expect(launcher.output()).not.toContain("Ready at");
    expect(processesOn(dataDir)).toEqual([]);
    expect(hasLock(dataDir)).toBe(false);
  });

  it("ends with 1 and leaves no process and no lock if the web server cannot start", async () => {
    const launcher = startLauncher({ dataDir: prepared, env });
    await until("PostgreSQL", () => launcher.output().includes("Starting PostgreSQL"), launcher.output);
    const intruder = await takePort(Number(env.PORT));
    expect(await launcher.exitCode()).toBe(1);
    expect(launcher.output()).toContain("The web server did not start");
    expect(launcher.output()).not.toMatch(stackTrace);
    expect(processesOn(prepared)).toEqual([]);
    expect(hasLock(prepared)).toBe(false);
    await closeServer(intruder);
  });
});
