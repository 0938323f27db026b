import { describe, expect, it } from "vitest";
import { findViolations, readSources } from "./check-architecture";

describe("the direction of imports", () => {
  it("is kept by every file", () => {
    const files = readSources();
    expect(files.length).toBeGreaterThan(50);
    expect(findViolations(files)).toEqual([]);
  });

  it.each([
    ["kit that imports a domain", "lib/kit/x.ts", 'import { a } from "@/lib/auth/tokens/tokens";'],
    ["http that imports a domain by a relative path", "lib/http/x.ts", 'import { a } from "../auth/tokens";'],
    ["auth that imports accounts", "lib/auth/x.ts", 'import type { A } from "@/lib/accounts/rules";'],
    ["a dynamic import", "lib/db/x.ts", 'await import("@/lib/http/route/route");'],
    ["a component that imports server code", "components/x.tsx", 'import { a } from "@/lib/auth/tokens/tokens";'],
    ["Prisma outside a store", "lib/auth/x.ts", 'import { Prisma } from "@/lib/db/generated/client";'],
    ["a query outside a store", "lib/auth/x.ts", 'import { db } from "@/lib/db/client";'],
    ["a page that asks the database", "app/x/page.tsx", 'import { query } from "@/lib/db/client";'],
    ["a route that skips the use-case", "app/x/route.ts", 'import { findKey } from "@/lib/auth/store";'],
    ["Next.js in a domain", "lib/auth/x.ts", 'import { cookies } from "next/headers";'],
    ["a clock of its own", "lib/auth/x.ts", "const at = Date.now();"],
    ["a key of the vault in other hands", "lib/checkout/x.ts", "const [key] = env().CARD_KEYS;"],
    ["a vault that knows a domain", "lib/vault/x.ts", 'import { a } from "@/lib/checkout/session/store";'],
    ["a page that opens the vault", "app/x/page.tsx", 'import { readCard } from "@/lib/vault/cards";'],
    ["a contract with server code", "lib/auth/contract.ts", 'import { env } from "@/lib/kit/env";'],
    ["a room that nobody planned", "lib/misc/x.ts", ""],
  ])("catches %s", (_what, path, text) => {
    expect(findViolations([{ path, text }])).not.toEqual([]);
  });
});
