import { expect, it } from "vitest";
import { cleanAround, preparedFolder, startLauncher } from "@/tests/support/http/launcher";
import { closeServer, isServing, statusOf, takePort } from "@/tests/support/http/launcher-client";
import { startOwnClock } from "@/tests/support/in-process/stolen-time";

cleanAround();

it("npm start with installed data is ready within 4.5 seconds, and takes a free port if the default one is taken", async () => {
  const dataDir = preparedFolder();
  const usual = await takePort(3000);
  const elapsedMs = startOwnClock();
  const launcher = startLauncher({ dataDir });
  const origin = await launcher.ready();
  // Two quiet cores need 2.2 s. The limit allows for a machine that is half as fast, and for a host that is busy.
  expect(elapsedMs()).toBeLessThan(4_500);
  expect(await isServing(origin)).toBe(true);
  expect(await statusOf(`${origin}/healthz`)).toBe(200);
  await closeServer(usual);

  const { port } = new URL(origin);
  expect(port).not.toBe("3000");
  expect(launcher.output()).toContain(`Port 3000 is taken; using ${port} instead.`);
  for (const path of ["/", "/api", "/healthz", "/readyz"]) expect(launcher.output()).toContain(`${origin}${path}`);
});
