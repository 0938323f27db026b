import { beforeAll, expect, it } from "vitest";
import { timeZoneOf } from "@/lib/format/dates";
import type { Caller } from "@/lib/http/message/caller";
import { later, minute } from "@/lib/kit/clock";
import { transactionRecord } from "@/lib/transactions/contract";
import { openSession, openShop } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { exportTransactions } from "./export-transactions";
import { listTransactions } from "./read-transactions";
import type { TransactionSearch } from "./search-contract";
import { resolveSearch } from "./search-transactions";
import type { HistoryFilters } from "./store";

const count = 1203;
const begin = new Date("2026-10-01T00:00:00Z");
let caller: Caller;

/**
 * Groups of three transactions share a timestamp, so that their ids decide the order. Their order id looks like a
 * spreadsheet formula.
 */
beforeAll(async () => {
  const shop = await openShop();
  caller = { accountNumber: shop.accountNumber } as Caller;
  const copies = Array.from({ length: count }, (_, index) => ({
    accepted_at: later(Math.floor(index / 3) * minute, begin).toISOString(),
    order_id: "=HYPERLINK(1)",
    data: 'a "quoted", cell\r\nof two lines',
    phone: "+18685550123",
  }));
  await copySession(await openSession(shop), copies);
  const other = await openShop();
  await copySession(await openSession(other), [{ order_id: "=HYPERLINK(1)" }]);
});

const ownerOf = ({ accountNumber }: Caller) => ({ accountNumber, environment: "sandbox" }) as const;

async function piecesOf(filters: HistoryFilters): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of exportTransactions(ownerOf(caller), filters)) pieces.push(piece);
  return pieces;
}

const idsIn = (pieces: readonly string[]) => pieces.join("").match(/(?<=^|\n)"SB-[^"]+"(?=,)/g) ?? [];

it("the export has every listed transaction once, in order, in small batches", async () => {
  const pieces = await piecesOf({});
  const ids = idsIn(pieces).map((id) => id.slice(1, -1));
  expect(ids).toHaveLength(count + 1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(pieces.slice(1).map((piece) => idsIn([piece]).length)).toEqual([500, 500, 204]);
  const shown = await Promise.all(
    [1, 7, 13].map((page) => listTransactions(caller, "sandbox", { page, page_size: 100 })),
  );
  for (const { data, meta } of shown) {
    expect(data.map((record) => record.transaction_id)).toEqual(ids.slice((meta.from ?? 1) - 1, meta.to ?? 0));
  }
});

it("the export begins with a byte order mark and the field names, and no cell runs as a formula or breaks its line", async () => {
  const [head = "", ...rows] = await piecesOf({ orderId: "=HYPERLINK(1)" });
  const names = Object.keys(transactionRecord.shape).filter((name) => name !== "quantity");
  expect(head).toBe(`\uFEFF${names.map((name) => `"${name}"`)}\r\n`);
  expect(idsIn(rows)).toHaveLength(count);
  expect(rows.join("")).not.toMatch(/"[=+@-]/);
  expect(rows[0]).toContain(`,"'=HYPERLINK(1)",`);
  expect(rows[0]).toContain('"a ""quoted"", cell\r\nof two lines"');
});

it("no text column can contain a cell that a spreadsheet treats as a formula", async () => {
  const shop = await openShop();
  const columns =
    "order_id origin version data first_name last_name email address1 address2 city zipcode phone card response_url";
  const hostile = (lead: string) => Object.fromEntries(columns.split(" ").map((name) => [name, `${lead}cmd(A1)`]));
  const leads = ["=", "+", "-", "@", "\t", "\r"];
  await copySession(await openSession(shop), leads.map(hostile));
  let file = "";
  for await (const piece of exportTransactions(ownerOf({ ...caller, ...shop }), {})) file += piece;
  const cells = [...file.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell);
  expect(cells.filter((cell) => cell.includes("cmd")).length).toBeGreaterThanOrEqual(5 * leads.length);
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
});

it.each<[string, TransactionSearch, number]>([
  ["a day in the merchant's zone", { end_date: new Date("2026-09-30T00:00:00Z"), currency: "TTD" }, 720],
  ["another currency", { currency: "USD" }, 0],
  ["a status", { status: "paid" }, 0],
  ["a search", { search: "no such order" }, 0],
])("the export applies the filter: %s", async (_, choice, found) => {
  const { filters } = await resolveSearch(ownerOf(caller), choice, timeZoneOf("TT"));
  expect(idsIn(await piecesOf(filters))).toHaveLength(found);
});

it("only the export of a payment link has the quantity, because programs may rely on the columns of the others", async () => {
  const [head = ""] = await piecesOf({ paymentLinkId: "01M7F61JK17BWFPG6NYTHBQ2XE" });
  expect(head).toContain(',"payment_link_id","quantity","origin",');
});
