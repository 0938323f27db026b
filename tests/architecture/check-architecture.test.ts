import { describe, expect, it } from "vitest";
import { findViolations, readSources } from "@/scripts/check-architecture";
import { columnsMax, fileLinesMax, findCrowdedFolders, folderSourcesMax } from "./layout-rules";

const filesIn = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}.ts`, text: "" }));
const linesOf = (count: number) => "// line\n".repeat(count);

describe("the architecture check", () => {
  it("finds no violation in the repository", () => {
    const files = readSources();
    for (const folder of ["app", "components", "lib", "launch", "operator", "emulator", "tests", "e2e"]) {
      expect(files.filter(({ path }) => path.startsWith(`${folder}/`)).length, folder).toBeGreaterThan(20);
    }
    expect(findViolations(files)).toEqual([]);
  });

  it.each([
    ["an import of a domain in lib/kit", "lib/kit/x.ts", 'import { a } from "@/lib/auth/tokens/tokens";'],
    ["an import of a domain by a relative path", "lib/http/route/x.ts", 'import { a } from "../../auth/tokens";'],
    [
      "a lower layer of lib/http that imports a higher one",
      "lib/http/body/x.ts",
      'import { a } from "../route/serve";',
    ],
    ["two layers of lib/http beside each other", "lib/http/body/x.ts", 'import { a } from "@/lib/http/limits/store";'],
    ["the emulator in the product", "lib/gateway/x.ts", 'import { a } from "@/emulator/emulators";'],
    ["an emulator in the base of emulators", "emulator/base/x.ts", 'import { a } from "@/emulator/emulators";'],
    ["an import of lib/accounts in lib/auth", "lib/auth/x.ts", 'import type { A } from "@/lib/accounts/rules";'],
    ["a dynamic import", "lib/db/x.ts", 'await import("@/lib/http/route/route");'],
    ["server code in a component", "components/x.tsx", 'import { a } from "@/lib/auth/tokens/tokens";'],
    ["a record's server code in a component", "components/x.tsx", 'import type { A } from "@/lib/webhooks/body";'],
    ["an import of a domain in lib/vault", "lib/vault/x.ts", 'import { a } from "@/lib/checkout/session/store";'],
    ["a page that opens the vault", "app/x/page.tsx", 'import { readCard } from "@/lib/vault/cards";'],
    ["Prisma outside a store", "lib/auth/x.ts", 'import { Prisma } from "@/lib/db/generated/client";'],
    ["a query outside a store", "lib/auth/x.ts", 'import { db } from "@/lib/db/client";'],
    ["a statement outside a store", "lib/auth/x.ts", 'import { sql } from "@/lib/db/sql";'],
    ["a raw statement of Prisma", "lib/auth/store.ts", "db().$queryRawUnsafe(text)"],
    ["a numbered parameter", "lib/auth/store.ts", "WHERE id = $1"],
    ["a composed text", "lib/auth/store.ts", 'import { rawSql } from "@/lib/db/sql";'],
    ["a page that queries the database", "app/x/page.tsx", 'import { query } from "@/lib/db/client";'],
    ["a route that skips the use-case", "app/x/route.ts", 'import { findKey } from "@/lib/auth/store";'],
    ["Next.js in a domain", "lib/auth/x.ts", 'import { cookies } from "next/headers";'],
    ["the system clock outside lib/kit/clock.ts", "lib/auth/x.ts", "const at = Date.now();"],
    ["globalThis outside lib/kit/process-wide.ts", "lib/auth/x.ts", "const holder = globalThis;"],
    ["URL.canParse outside lib/kit/urls.ts", "lib/auth/x.ts", 'const isUrl = URL.canParse("x");'],
    ["OpenTelemetry outside of its file", "lib/http/route/x.ts", 'import { trace } from "@opentelemetry/api";'],
    ["CARD_KEYS outside the vault", "lib/checkout/x.ts", "const [key] = env().CARD_KEYS;"],
    ["a component with a rule of the checkout", "components/x.tsx", 'import { a } from "@/lib/checkout/request/x";'],
    ["zod in the rules of the form", "lib/checkout/page/field-rules.ts", 'import * as z from "zod/mini";'],
    ["a formatter that runs a contract", "lib/format/x.ts", 'import { a } from "@/lib/transactions/contract";'],
    ["a component that runs lib/docs", "components/x.tsx", 'import { a } from "@/lib/docs/fields";'],
    ["a contract with server code", "lib/auth/contract.ts", 'import { env } from "@/lib/kit/env";'],
    ["a folder that is not a room", "lib/misc/x.ts", ""],
    ["a file over the limit of lines", "lib/kit/x.ts", linesOf(fileLinesMax + 1)],
    ["a script over the limit of lines", "scripts/x.ts", linesOf(fileLinesMax + 1)],
  ])("finds %s", (_what, path, text) => {
    expect(findViolations([{ path, text }])).toEqual([expect.stringContaining(path)]);
  });

  it.each(["emulator/x.ts", "emulator/base/x.ts", "emulator/bank/x.ts", "lib/checkout/x.ts", "tests/x.ts"])(
    "finds the name of an acquirer in %s, and allows it in the acquirer's folders and in the lists",
    (path) => {
      const operations = { path: "lib/gateway/acme/operations.ts", text: "" };
      const text = "// acme";
      const lists = ["lib/gateway/registry.ts", "emulator/emulators.ts"];
      const own = ["lib/gateway/acme/x.ts", "emulator/acme/x.ts", "prisma/x.sql", "docs/x.md", ...lists];
      expect(findViolations([operations, ...own.map((each) => ({ path: each, text }))])).toEqual([]);
      expect(findViolations([operations, { path, text }])).toEqual([expect.stringContaining(`${path} names acme`)]);
    },
  );

  it("allows a file at the limit of lines, and longer tests", () => {
    const files = [
      { path: "lib/kit/x.ts", text: linesOf(fileLinesMax) },
      { path: "lib/kit/x.test.ts", text: linesOf(fileLinesMax + 1) },
      { path: "tests/support/x.ts", text: linesOf(fileLinesMax + 1) },
    ];
    expect(findViolations(files)).toEqual([]);
  });

  it("finds wide comments and wide prose, and allows code blocks, tables and long links", () => {
    const wide = "word ".repeat(columnsMax / 4);
    const files = [
      { path: "lib/kit/x.ts", text: `// ${wide}\n/** ${wide} */\nconst code = "${wide}";` },
      { path: "docs/x.md", text: `${wide}\n\`\`\`\n${wide}\n\`\`\`\n| ${wide} |\n- https://${"x".repeat(columnsMax)}` },
    ];
    const lines = ["lib/kit/x.ts:1", "lib/kit/x.ts:2", "docs/x.md:1"];
    expect(findViolations(files)).toEqual(lines.map((line) => `${line} is wider than ${columnsMax} columns`));
  });

  it.each(["lib/kit", "lib/kit/x", "components/ui", "scripts"])(
    "warns of many sources side by side in %s, and counts no tests",
    (folder) => {
      const files = [...filesIn(folder, folderSourcesMax), { path: `${folder}/x.test.ts`, text: "" }];
      const below = filesIn(`${folder}/below`, 5);
      expect(findCrowdedFolders([...files, ...below])).toEqual([]);
      const one = { path: `${folder}/x.module.css`, text: "" };
      const sentence = `${folder} has ${folderSourcesMax + 1} sources side by side: better are ${folderSourcesMax}`;
      expect(findCrowdedFolders([...files, one, ...below])).toEqual([sentence]);
    },
  );

  it.each([
    ["functions", "export function twice() {}", "export async function twice() {}"],
    ["a constant and a type", "export const twice = 1;", "export type twice = 1;"],
    ["an interface and a class", "export interface twice {}", "export class twice {}"],
    ["a listed name", "const twice = 1;\nexport { twice };", "export const twice = 1;"],
    ["a renamed name", "const one = 1;\nexport { one as twice };", "export const twice = 1;"],
    ["a re-exported type", "export type twice = 1;", 'export type { twice } from "../kit/x";'],
  ])("finds two exports of one name in lib: %s", (_what, first, second) => {
    const files = [
      { path: "lib/kit/x.ts", text: first },
      { path: "lib/db/x.ts", text: second },
    ];
    expect(findViolations(files)).toEqual(["twice is exported by lib/kit/x.ts and lib/db/x.ts"]);
  });

  it("allows the adapters of two acquirers to share a name, but not an adapter and anyone else", () => {
    const adapter = (name: string) => [
      { path: `lib/gateway/${name}/operations.ts`, text: "" },
      { path: `lib/gateway/${name}/pay.ts`, text: "export const pay = 1;" },
    ];
    const both = [...adapter("one"), ...adapter("two")];
    expect(findViolations(both)).toEqual([]);
    const found = findViolations([...both, { path: "lib/kit/pay.ts", text: "export const pay = 1;" }]);
    expect(found).toEqual([expect.stringMatching(/^pay is exported by .+ and lib\/kit\/pay\.ts$/)]);
  });

  it("allows a type and a value of one name in one file, and equal names outside lib", () => {
    const text = "export const twice = 1;\nexport type twice = typeof twice;";
    const paths = ["lib/kit/x.ts", "components/x.ts", "scripts/x.ts"];
    expect(findViolations(paths.map((path) => ({ path, text })))).toEqual([]);
  });
});
