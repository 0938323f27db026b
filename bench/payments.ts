import { inLanes } from "@/lib/conformance/in-lanes";
import type { Measured, Table } from "./must-hold";
import { type Checkout, openPayers, type Payers, paymentsPerSecond, type Step, steps } from "./payer";
import { type Cost, measureCost } from "./processor-time";
import { type Product, sandboxMerchant } from "./product";
import { printProfile, profile } from "./profile";
import type { Program } from "./program";
import { type Effort, interleave, median, sleep, sum } from "./rounds";
import { collectStatements, withSettings } from "./statements";

/**
 * Measures whole payments: request → page → pay → result. The result is the redirect in the answer of pay, so it needs
 * no request of its own.
 */
const atOnce = 8;
const warmUpSeconds = { whole: 8, quick: 6 };
const roundSeconds = 3;
const usualRounds = 5;
export const processorTimes = 240;
const countedTimes = 40;
/** The web process writes the request log up to a second after its answers. */
const settleMs = 1_500;

export type PaymentsOptions = {
  effort: Effort;
  /** Prints the SQL statements of each step. */
  listsStatements: boolean;
  /** Writes a CPU profile of each step to this folder, and measures nothing else. */
  profileFolder?: string | undefined;
};

/** Returns null if it only takes profiles. */
export async function benchPayments(product: Product, options: PaymentsOptions): Promise<Measured | null> {
  const { effort, listsStatements, profileFolder } = options;
  const payers = openPayers(product.origin, atOnce);
  const merchants = Array.from({ length: atOnce }, () => sandboxMerchant);
  const worker = await product.startWorker();
  await paymentsPerSecond(payers, merchants, warmUpSeconds[effort]);
  if (profileFolder) {
    await profileSteps(product, payers, profileFolder);
    await worker.stop();
    await payers.close();
    return null;
  }
  const rounds = effort === "whole" ? usualRounds : 1;
  const { ours } = await interleave({ ours: () => paymentsPerSecond(payers, merchants, roundSeconds) }, rounds);
  const costs = await measureCosts(product, worker, payers);
  await worker.stop();
  const statements = await countStatements(product, payers);
  await payers.close();

  if (listsStatements) printStatements(statements);
  return {
    caption: `Whole payments, ${atOnce} payers of one merchant: ${median(ours).toFixed(1)} per second`,
    table: costTable(costs, statements),
    figures: {
      paymentWebMs: totalOf(costs).web,
      paymentDatabaseMs: totalOf(costs).database,
      paymentStatements: sum(steps.map((step) => statements[step].length / countedTimes)),
    },
  };
}

/** Runs one step `times` times: all requests, then all pages, then all payments. `around` sees each step. */
async function runSteps(
  payers: Payers,
  times: number,
  around: (step: Step, run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let checkouts: Checkout[] = [];
  const turns = Array.from({ length: times }, () => sandboxMerchant);
  const run: Record<Step, () => Promise<unknown>> = {
    request: async () => (checkouts = await inLanes(turns, atOnce, payers.request)),
    page: () => inLanes(checkouts, atOnce, payers.page),
    pay: () => inLanes(checkouts, atOnce, payers.pay),
  };
  for (const step of steps) {
    await around(step, async () => {
      await run[step]();
      await sleep(settleMs);
    });
  }
}

/** The processor time of each step of a payment. */
export async function measureCosts(product: Product, worker: Program, payers: Payers): Promise<Record<Step, Cost>> {
  const costs: Partial<Record<Step, Cost>> = {};
  const measure = () =>
    runSteps(payers, processorTimes, async (step, run) => {
      costs[step] = await measureCost(product, worker, processorTimes, run);
    });
  // What earlier work left to vacuum would count as a cost of this work.
  await withSettings(product.databaseUrl, { autovacuum: "off" }, measure);
  return costs as Record<Step, Cost>;
}

/** The processor time of a whole payment. */
export const totalOf = (costs: Record<Step, Cost>): Cost => ({
  web: sum(steps.map((step) => costs[step].web)),
  worker: sum(steps.map((step) => costs[step].worker)),
  database: sum(steps.map((step) => costs[step].database)),
});

async function profileSteps(product: Product, payers: Payers, folder: string): Promise<void> {
  await runSteps(payers, processorTimes, async (step, run) => {
    printProfile(await profile(product.web.pid, folder, step, run), step, processorTimes);
  });
}

async function countStatements(product: Product, payers: Payers): Promise<Record<Step, string[]>> {
  const statements: Partial<Record<Step, string[]>> = {};
  await runSteps(payers, countedTimes, async (step, run) => {
    statements[step] = await collectStatements(product, run);
  });
  return statements as Record<Step, string[]>;
}

function costTable(costs: Record<Step, Cost>, statements: Record<Step, string[]>): Table {
  const rows: Record<string, number[]> = Object.fromEntries(
    steps.map((step) => [
      step,
      [costs[step].web, costs[step].worker, costs[step].database, statements[step].length / countedTimes],
    ]),
  );
  const total = [0, 1, 2, 3].map((column) => sum(steps.map((step) => rows[step]?.[column] ?? 0)));
  return Object.fromEntries(
    Object.entries({ ...rows, "whole payment": total }).map(([name, values]) => {
      const [web = "", worker = "", database = "", count = ""] = values.map((value) => value.toFixed(1));
      return [name, { "web ms": web, "worker ms": worker, "PostgreSQL ms": database, "SQL statements": count }];
    }),
  );
}

function printStatements(statements: Record<Step, string[]>): void {
  for (const step of steps) {
    const counts = new Map<string, number>();
    for (const text of statements[step]) counts.set(text, (counts.get(text) ?? 0) + 1);
    console.log(`\nSQL statements of ${countedTimes} × ${step}\n`);
    for (const [text, count] of counts) console.log(`${String(count).padStart(6)}  ${text.slice(0, 160)}`);
  }
}
