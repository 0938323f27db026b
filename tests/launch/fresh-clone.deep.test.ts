import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import { cleanAround, ownerOnly, startLauncher, stopLauncher, temporaryFolder } from "@/tests/support/http/launcher";

cleanAround();

it("in a fresh clone that only its owner can enter, npm run dev serves every kind of page, and npm start serves within 90 s, the second time within 10 s", async () => {
  const folder = temporaryFolder({ mode: ownerOnly });
  const cwd = join(folder, "clone");
  execFileSync("git", ["clone", "-q", ".", cwd]);
  execFileSync("npm", ["ci"], { cwd, stdio: "ignore" });
  const env = { PORT: String(await findFreePort()), HOME: folder };
  const development = startLauncher({ dataDir: join(cwd, ".data"), program: ["npm", "run", "dev"], cwd, env });
  const origin = await development.ready();
  for (const path of ["/", "/docs", "/dashboard/sign-in", "/demo", "/sandbox/mail"]) {
    const { status } = await fetch(origin + path);
    expect([path, status]).toEqual([path, 200]);
  }
  await stopLauncher(development);
  const secondsToReady = async () => {
    const started = performance.now();
    const launcher = startLauncher({ dataDir: join(cwd, ".data"), program: ["npm", "start"], cwd, env });
    await launcher.ready();
    const seconds = (performance.now() - started) / 1000;
    await stopLauncher(launcher);
    return seconds;
  };
  expect(await secondsToReady()).toBeLessThan(90);
  expect(await secondsToReady()).toBeLessThan(10);
}, 600_000);
