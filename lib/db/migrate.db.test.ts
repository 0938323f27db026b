import { expect, inject, it } from "vitest";
import { administer } from "@/e2e/support/product";
import { env } from "@/lib/kit/env";
import { migrate, pendingChanges } from "./migrate";
import { migrationNames } from "./migrate-files";
import { isReady } from "./readiness";

const databaseUrl = () => env().DATABASE_URL ?? "";

it("finds nothing in the schema that the migrations do not make", async () => {
  expect(await pendingChanges(databaseUrl())).toBe("");
});

it("applies every migration once, however many processes begin at the same moment", async () => {
  const fresh = new URL(databaseUrl());
  fresh.pathname += "_fresh";
  const name = fresh.pathname.slice(1);
  await administer(inject("product").databaseUrl, `CREATE DATABASE ${name}`);
  try {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(fresh.href)));
    expect(runs.flat()).toEqual(migrationNames());
  } finally {
    await administer(inject("product").databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("is ready only at the newest migration", async () => {
  expect(await isReady()).toBe(true);
  await administer(databaseUrl(), "UPDATE _prisma_migrations SET migration_name = migration_name || '-older'");
  expect(await isReady()).toBe(false);
});
