/** The figures that must hold, in the order of the table. The bench compares ratios of one run with them. */
const mustHold = {
  requestOfEmptyRoute: { work: "payment request / empty Next.js route", unit: "%", least: 120 },
  requestOfBareInsert: { work: "payment request / bare insert", unit: "%", least: 27 },
  bearerOfEmptyRoute: { work: "bearer GET / empty Next.js route", unit: "%", least: 110 },
  keyOfEmptyRoute: { work: "API-key GET / empty Next.js route", unit: "%", least: 110 },
  pageOfEmptyPage: { work: "hosted page / empty dynamic Next.js page", unit: "%", least: 60 },
  paymentWebMs: { work: "processor time of a whole payment, web", unit: "ms", most: 10 },
  paymentDatabaseMs: { work: "processor time of a whole payment, PostgreSQL", unit: "ms", most: 6 },
  paymentStatements: { work: "SQL statements of a whole payment", unit: "", most: 18 },
  oneMerchantOfEight: { work: "eight payers of one merchant / of eight merchants", unit: "%", least: 85 },
  scriptsGzipKb: { work: "JS of the checkout, gzip", unit: "KB", most: 100 },
  checkoutWireKb: { work: "everything of the checkout on the wire", unit: "KB", most: 120 },
  firstPaintMs: { work: "first contentful paint, 1.6 Mbit/s, 150 ms, 4× slower processor", unit: "ms", most: 700 },
  slowestInteractionMs: { work: "slowest interaction, 4× slower processor", unit: "ms", most: 200 },
  // The kind of page that slows payment requests the most counts.
  requestWhileReading: { work: "payment request while ten addresses read 50 pages/s / idle", unit: "×", most: 3 },
  slowRequestWhileReading: { work: "the same, 95th percentile", unit: "×", most: 3 },
  requestInBurst: { work: "payment request while one address opens 120 pages at once / idle", unit: "×", most: 20 },
  deliveriesOfBare: { work: "webhooks, one of ten receivers hangs / bare post and insert", unit: "%", least: 50 },
  historyGrowth: { work: "history page, 1 M / 10 k transactions", unit: "×", most: 1.3 },
  overviewGrowth: { work: "overview, 1 M / 10 k payments", unit: "×", most: 1.3 },
  // The slowest kind of search counts: by email, amount, card, or amount and card.
  searchOfHistory: { work: "search in 1 M transactions / history page", unit: "×", most: 8 },
  paymentInFullDatabaseMs: { work: "processor time of a payment, PostgreSQL, full database", unit: "ms", most: 8 },
  paymentGrowth: { work: "processor time of a payment, full / small database", unit: "×", most: 1.3 },
  idleWorker: { work: "idle worker, of a core", unit: "%", most: 0.5 },
  idleDatabase: { work: "database of an idle product, of a core", unit: "%", most: 0.5 },
} satisfies Record<string, Bound>;

export type FigureName = keyof typeof mustHold;
type Bound = { work: string; unit: string } & ({ least: number } | { most: number });

export type Figures = Partial<Record<FigureName, number>>;

/** Cells by the names of row and column. */
export type Table = Record<string, Record<string, string | number>>;

/** The result of a part of the bench. */
export type Measured = { caption: string; table: Table; figures: Figures };

export const boundOf = (name: FigureName): Bound => mustHold[name];

/** The measured figures beside the values that must hold. */
export function verdictOn(figures: Figures): Table {
  const rows = Object.entries<Bound>(mustHold).flatMap(([name, bound]) => {
    const measured = figures[name as FigureName];
    return measured === undefined ? [] : [rowOf(bound, measured)];
  });
  return Object.fromEntries(rows);
}

export const writeFigure = ({ unit }: Bound, value: number): string =>
  `${Number(value.toFixed(value < 10 ? 2 : 1))} ${unit}`.trim();

function rowOf(bound: Bound, measured: number): [string, Table[string]] {
  const write = (value: number) => writeFigure(bound, value);
  const isHeld = "least" in bound ? measured >= bound.least : measured <= bound.most;
  const must = "least" in bound ? `≥ ${write(bound.least)}` : `≤ ${write(bound.most)}`;
  return [bound.work, { measured: write(measured), must, verdict: isHeld ? "ok" : "not ok" }];
}
