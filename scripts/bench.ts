import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchApi } from "@/bench/api";
import { benchBrowser } from "@/bench/browser";
import { benchBytes } from "@/bench/bytes";
import { benchDeliveries } from "@/bench/deliveries";
import { benchFairness } from "@/bench/fairness";
import { benchHistory } from "@/bench/history";
import { benchIdle } from "@/bench/idle";
import { benchMerchants } from "@/bench/merchants";
import { type Figures, type Measured, type Table, verdictOn } from "@/bench/must-hold";
import { benchPage } from "@/bench/page";
import { benchPayments } from "@/bench/payments";
import { deleteLeftovers, type Product, startProduct } from "@/bench/product";
import { profilerArgs } from "@/bench/profile";
import { openRecord, printWorse } from "@/bench/recorded";
import type { Effort } from "@/bench/rounds";
import { benchScale } from "@/bench/scale";
import { buildProduct } from "@/launch/build";

/**
 * - `npm run bench` measures everything.
 * - `npm run bench -- payments api` measures the named parts.
 * - `npm run bench -- quick` measures the core in 100 s, and prints what got worse since a quick run was recorded.
 * - `--record` writes the tables of the parts that it measures into docs/speed.md.
 * - `--statements` also lists the SQL statements of a payment.
 * - `--profile <folder>` writes a CPU profile of each step of a payment, and prints a summary.
 *
 * Compare the ratios within one run: the absolute numbers depend on the machine.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    statements: { type: "boolean", default: false },
    profile: { type: "string" },
    record: { type: "boolean", default: false },
  },
});

const quickly = "quick";
const isQuick = positionals.includes(quickly);
const effort: Effort = isQuick ? "quick" : "whole";

type Part = (product: Product) => Promise<Measured | null>;

/** In this order: the idle product has no work left from other parts, and the history fills the database. */
const parts: Record<string, Part> = {
  idle: benchIdle,
  api: (product) => benchApi(product, effort),
  payments: (product) =>
    benchPayments(product, { effort, listsStatements: options.statements, profileFolder: options.profile }),
  page: (product) => benchPage(product, effort),
  merchants: benchMerchants,
  bytes: benchBytes,
  browser: benchBrowser,
  fairness: benchFairness,
  deliveries: benchDeliveries,
  history: benchHistory,
  scale: benchScale,
};

const quickParts = ["api", "payments", "page", "bytes", "deliveries"];
const named = isQuick ? quickParts : positionals;
const chosen = Object.entries(parts).filter(([name]) => named.length === 0 || named.includes(name));

const unknown = positionals.filter((name) => !(name in parts) && name !== quickly);
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}, and ${quickly}.`);
  process.exit(1);
}

// A quick run has a table of its own, because it measures less than a whole one.
const recorded = isQuick ? [quickly] : chosen.map(([name]) => name);
const record = options.record ? openRecord(recorded) : null;

function print(caption: string, table: Table): void {
  console.log(`\n${caption}\n`);
  console.table(table);
}

const folder = mkdtempSync(join(tmpdir(), "tradewind-bench-"));
// For root, PostgreSQL runs as another user, who must be able to enter the folder.
chmodSync(folder, 0o755);
try {
  await buildProduct();
  const product = await startProduct(folder, options.profile ? profilerArgs(options.profile) : []);
  try {
    const figures: Figures = {};
    for (const [name, measure] of chosen) {
      const measured = await measure(product);
      if (measured) {
        print(measured.caption, measured.table);
        Object.assign(figures, measured.figures);
        if (!isQuick) record?.(name, measured);
      }
      await deleteLeftovers(product.databaseUrl);
    }
    if (Object.keys(figures).length > 0) print("Must hold", verdictOn(figures));
    if (isQuick && record) record(quickly, { caption: "A quick run", table: {}, figures });
    else if (isQuick) printWorse(figures);
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
