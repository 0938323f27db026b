import { expect, inject, it } from "vitest";
import { parseEnv, rawEnv } from "@/lib/kit/env";
import { runCheck } from "./checks";
import { publicUrlChecks } from "./public-url";

const { publicUrl, roomy, strict } = inject("product");

async function levelsOf(name: string, origin: string): Promise<string[]> {
  const env = parseEnv({ ...rawEnv(), PUBLIC_URL: origin, TRUSTED_PROXIES: "203.0.113.0/24" });
  const setup = { env, databaseUrl: env.DATABASE_URL, publicUrl: new URL(origin) };
  const checks = publicUrlChecks.filter((check) => check.name === name);
  return (await Promise.all(checks.map((check) => runCheck(check, setup)))).flat().map(({ level }) => level);
}

it("finds the running product ready, with its clock and compression", async () => {
  expect(await levelsOf("public address", publicUrl)).toEqual(["ok", "ok", "ok"]);
});

it("reports a product that trusts a forged X-Forwarded-For", async () => {
  expect(await levelsOf("proxies", strict[0])).toEqual(["ok"]);
  // This web server trusts 127.0.0.1, from where this test connects.
  expect(await levelsOf("proxies", roomy)).toEqual(["problem"]);
  expect(await levelsOf("proxies", "http://127.0.0.1:9")).toEqual(["warning"]);
});
