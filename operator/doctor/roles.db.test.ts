import { expect, inject, it } from "vitest";
import { migrate } from "@/lib/db/migrations/migrate";
import { env, parseEnv, rawEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { administer, programUrlOf } from "@/tests/support/http/product";
import { runCheck } from "./checks";
import { roleChecks } from "./roles";

const production = { APP_ENV: "production", PUBLIC_URL: "https://pay.example.com", TRUSTED_PROXIES: "none" };

async function findingsOf(databaseUrl: string, settings: Record<string, string> = production) {
  const setup = { env: parseEnv({ ...rawEnv(), RATE_LIMIT_FACTOR: "", ...settings }), databaseUrl, publicUrl: null };
  return (await Promise.all(roleChecks.map((check) => runCheck(check, setup)))).flat();
}

const warns = (message: RegExp) => [{ level: "warning", message: expect.stringMatching(message) }];

it("two roles are fine, and a program's role that is a superuser, owns tables or has other rights gets a warning", async () => {
  const name = `roles_${newUlid().toLowerCase()}`;
  const { href: url } = Object.assign(new URL(env().DATABASE_URL ?? ""), { pathname: `/${name}` });
  const programUrl = programUrlOf(url);
  const role = new URL(programUrl).username;
  await administer(inject("product").databaseUrl, `CREATE DATABASE ${name}`);
  try {
    await migrate(url, undefined, { programRole: role });
    expect(await findingsOf(programUrl)).toMatchObject([{ level: "ok", message: expect.stringContaining(role) }]);
    expect(await findingsOf(url)).toMatchObject(warns(/is a superuser/));
    expect(await findingsOf(url, { APP_ENV: "development" })).toMatchObject([{ level: "ok" }]);
    await administer(url, `GRANT UPDATE ON audit_entry TO ${role}; GRANT TEMPORARY ON DATABASE ${name} TO ${role}`);
    expect(await findingsOf(programUrl)).toMatchObject(warns(/may change audit_entry, create temporary tables, which/));
    await administer(url, `ALTER TABLE mail OWNER TO ${role}`);
    expect(await findingsOf(programUrl)).toMatchObject(warns(/owns the tables/));
  } finally {
    await administer(inject("product").databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});
