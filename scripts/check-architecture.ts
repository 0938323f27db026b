import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { findCrowdedFolders, findLayoutViolations, isTest, type SourceFile } from "@/tests/architecture/layout-rules";
import { rooms } from "@/tests/architecture/rooms";

/** Checks the direction of imports, and what each kind of file may contain. `npm test` runs this check. */

type Rule = { applies: (path: string) => boolean; forbids: RegExp; because: string };

const isStore = (path: string) => path.startsWith("lib/db/") || /(\/|-)store\.ts$/.test(path);

const rules: Rule[] = [
  {
    applies: (path) => path.startsWith("lib/") && !isStore(path),
    forbids: /from "(@prisma\/|@\/lib\/db\/generated|\.\/generated)/,
    because: "Prisma is used only in lib/db and in store.ts files",
  },
  {
    applies: (path) => path.startsWith("lib/") && !isStore(path),
    forbids:
      /import \{[^}]*\b(db|query|slowQuery)\b[^}]*\} from "@\/lib\/db\/client"|import \{[^}]*\} from "@\/lib\/db\/sql"/,
    because: "queries belong in store.ts files",
  },
  {
    applies: (path) => path.startsWith("lib/") && !path.startsWith("lib/db/"),
    forbids: /\$(query|execute)Raw|\bPrisma\.(sql|raw|join)\b/,
    because: "raw statements go through query() of lib/db",
  },
  {
    applies: (path) => isStore(path) && !path.startsWith("lib/db/"),
    forbids: /\$[1-9]/,
    because: "parameters of a statement are values in sql``, not numbers",
  },
  {
    applies: (path) =>
      path.startsWith("lib/") && !["lib/db/sql.ts", "lib/app-secret/store.ts", "lib/retention/store.ts"].includes(path),
    forbids: /\brawSql\b/,
    because: "only lib/app-secret and lib/retention compose names of tables and columns",
  },
  {
    applies: (path) => path.startsWith("app/") || path.startsWith("components/"),
    forbids: /from "(@\/lib\/db\/client|[^"]*[/-]store)"/,
    because: "routes and pages call use-cases, not the database",
  },
  {
    applies: (path) => /^lib\/(?!http\/|dashboard\/viewer\.ts$)/.test(path),
    forbids: /from "next\//,
    because: "in lib, only lib/http and lib/dashboard/viewer.ts import Next.js",
  },
  {
    applies: (path) => /^(lib|app|components)\//.test(path) && !["lib/kit/clock.ts", "lib/kit/log.ts"].includes(path),
    forbids: /\bDate\.now\(|\bnew Date\(\)/,
    because: "the current time comes from lib/kit/clock.ts",
  },
  {
    applies: (path) => path.startsWith("lib/") && path !== "lib/kit/process-wide.ts",
    forbids: /\bglobalThis\b/,
    because: "values of the whole process come from processWide() of lib/kit/process-wide.ts",
  },
  {
    applies: (path) => path.startsWith("lib/") && path !== "lib/kit/urls.ts",
    forbids: /URL\.canParse/,
    because: "lib/kit/urls.ts parses URLs",
  },
  {
    applies: (path) => !/^lib\/(vault\/|kit\/(env|secrets\/key-lists)\.ts$)/.test(path),
    forbids: /\bCARD_KEYS\b/,
    because: "only the vault reads CARD_KEYS",
  },
  {
    applies: (path) => path !== "lib/kit/telemetry/otlp.ts",
    forbids: /from "(@opentelemetry\/|[^"]*\/otlp")/,
    because: "OpenTelemetry is loaded only if a receiver is configured",
  },
  {
    applies: (path) => path.startsWith("components/"),
    forbids:
      /from "@\/lib\/checkout\/(?!page\/(page-fields|field-rules|view-contract|card-fields)"|receipt\/receipt-view")/,
    because: "of lib/checkout, components import only the views and the rules of the form",
  },
  {
    applies: (path) => /^lib\/checkout\/page\/(card-fields|page-fields|field-rules)\.ts$/.test(path),
    forbids: /from "(zod|@\/lib\/kit\/fields"|\.\/[\w-]+-contract")/,
    because: "the browser loads the rules of the form, and zod would be too large for it",
  },
  {
    applies: (path) => path.startsWith("components/"),
    forbids: /from "@\/lib\/(auth|profile|transactions|trusted-cards|webhooks|withdrawals)\/(?!contract"|fees")/,
    because: "of the records that the dashboard shows, components import only the contracts and the rules of fees",
  },
  {
    applies: (path) => path.startsWith("components/"),
    forbids:
      /^import (?!type )[^;]*from "@\/lib\/(accounts|conformance|dashboard|docs|hash-inspector|mail|members|request-log)\//m,
    because: "components get what they show as props, and import only the types of it",
  },
  {
    applies: (path) => /(\/|-)contract\.ts$/.test(path),
    forbids:
      /from "(?!zod\/mini|@\/lib\/kit\/(fields|money|email|problems)|@\/lib\/(reference|format)\/|@\/lib\/http\/(message\/endpoint|body\/(paging|stored-text))|@\/lib\/[\w/-]+[/-]contract"|@\/lib\/checkout\/page\/card-fields"|\.\/([\w/-]+-contract|contract|card-fields|page-fields|field-rules)")/,
    because: "contracts run in the browser, so they import no server code",
  },
  {
    applies: (path) => path.startsWith("sdk/typescript/src/"),
    forbids: /from "(?!node:|\.\/)/,
    because: "the library has no dependencies",
  },
];

/**
 * The only places that may name an acquirer, beside its own folders: the lists of acquirers and of emulators, rows of
 * the first acquirer for tests, schema, documentation, and the compose file. That file passes on the variables of an
 * earlier release, whose terminals need them once.
 */
const mayNameAcquirers =
  /^(lib\/gateway\/registry\.ts|emulator\/(emulators|testing\/live-charges)\.ts|docs\/|prisma\/|ops\/compose\.yaml)|\.md$/;

/** What only one acquirer needs stays in its folders. */
function findNamedAcquirers(files: readonly SourceFile[]): string[] {
  const others = files.filter(({ path }) => !mayNameAcquirers.test(path));
  const names = files.flatMap(({ path }) => /^lib\/gateway\/(\w+)\/operations\.ts$/.exec(path)?.[1] ?? []);
  return names.flatMap((name) => {
    const own = [`lib/gateway/${name}`, `emulator/${name}`];
    return others
      .filter(({ path, text }) => !own.some((folder) => path.startsWith(`${folder}/`)) && RegExp(name, "i").test(text))
      .map(({ path }) => `${path} names ${name}: outside of the lists, only ${own.join(" and ")} know this acquirer`);
  });
}

const roots = [
  ...["app", "components", "lib"],
  ...["bench", "docs", "e2e", "emulator", "launch", "operator", "ops", "scripts", "sdk", "tests"],
];

export function findViolations(files: readonly SourceFile[]): string[] {
  const checked = files.filter(
    ({ path }) =>
      /^(lib|app|components|emulator\/base|sdk\/typescript\/src)\//.test(path) && /\.tsx?$/.test(path) && !isTest(path),
  );
  return [
    ...checked.flatMap((file) => [...importViolations(file), ...ruleViolations(file)]),
    ...findLayoutViolations(files),
    ...findNamedAcquirers(files),
  ];
}

function importViolations({ path, text }: SourceFile): string[] {
  const room = roomOf(path);
  if (!room) return [`${path} is in no room of tests/architecture/rooms.ts`];
  const allowed = [room, ...(rooms[room] ?? [])];
  return importsOf({ path, text })
    .filter((target) => !allowed.includes(roomOf(target) ?? ""))
    .map((target) => `${path} imports ${target}: ${room} may import ${allowed.slice(1).join(", ") || "no other room"}`);
}

function ruleViolations({ path, text }: SourceFile): string[] {
  return rules
    .filter((rule) => rule.applies(path) && rule.forbids.test(text))
    .map((rule) => `${path}: ${rule.because}`);
}

function roomOf(path: string): string | undefined {
  return Object.keys(rooms).find((room) => path.startsWith(`${room}/`));
}

/** The files of this repository that a file imports, as paths from the repository's root. */
export function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = [...text.matchAll(/(?:from|import\(|^import)\s*"([^"]+)"/gm)].map(
    ([, specifier = ""]) => specifier,
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("@/")) return [specifier.slice(2)];
    return specifier.startsWith(".") ? [normalize(join(dirname(path), specifier))] : [];
  });
}

export function readSources(): SourceFile[] {
  const inFolders = roots
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const beside = readdirSync(".").filter((name) => name.endsWith(".md"));
  return [...inFolders, ...beside]
    .filter((path) => !path.startsWith("lib/db/generated/"))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

if (import.meta.filename === process.argv[1]) {
  const sources = readSources();
  for (const warning of findCrowdedFolders(sources)) console.warn(`Warning: ${warning}`);
  const violations = findViolations(sources);
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
