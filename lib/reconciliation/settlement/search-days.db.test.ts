import { afterAll, beforeEach, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import type { AcquirerOperations } from "@/lib/gateway/operations";
import { acquirerOf } from "@/lib/gateway/registry";
import { startListingGateway } from "@/tests/support/in-process/listing-gateway";
import { createDaySearch } from "./search-days";

const { acquirer } = firstEmulator;

const gateway = await startListingGateway();
const { baseAddress } = gateway;
const breaker = breakerOf(baseAddress, async () => true);
afterAll(() => gateway.close());
beforeEach(async () => {
  gateway.reset();
  await breaker.close();
});

const credentials = { baseAddress, merchantId: "99901005", secrets: { password: "a password" } };
const operations = acquirerOf(acquirer).operations as AcquirerOperations;

/** The identifiers that a search of one day finds, and the number of calls it takes. */
async function searched(day = "2026-11-10") {
  gateway.calls.length = 0;
  const answer = await createDaySearch(operations, credentials)(day);
  const found = answer.kind === "found" ? new Set(answer.transactions.map(({ identifier }) => identifier)).size : null;
  return { kind: answer.kind, found, calls: gateway.calls.length };
}

/** Adds transactions of one day, so many seconds apart. */
function addRows(count: number, secondsApart: number): void {
  for (let index = 0; index < count; index++) {
    const at = new Date(Date.UTC(2026, 10, 10, 1) + index * secondsApart * 1000);
    gateway.add({ TransactionDateTime: at.toISOString().slice(0, 23) });
  }
}

it.each([
  [2, 40, 600],
  [10, 40, 600],
  [10, 200, 30],
  [25, 100, 1],
  [100, 101, 60],
  [100, 100, 60],
])(
  "finds every row although lists have at most %i rows: %i rows, one every %i seconds",
  async (pageMax, rows, apart) => {
    gateway.behave({ pageMax });
    addRows(rows, apart);
    expect(await searched()).toMatchObject({ kind: "found", found: rows });
  },
);

it("needs few calls if lists are not cut off", async () => {
  addRows(1, 1);
  expect(await searched()).toMatchObject({ found: 1, calls: 1 });
  gateway.reset();
  addRows(1000, 80);
  expect(await searched()).toMatchObject({ found: 1000, calls: 3 });
});

it("lists a day once", async () => {
  addRows(1, 1);
  const search = createDaySearch(operations, credentials);
  await search("2026-11-10");
  await search("2026-11-10");
  expect(gateway.calls).toHaveLength(1);
});

it("splits a day whose list is too large for the transport", async () => {
  for (let index = 0; index < 40; index++) {
    const at = new Date(Date.UTC(2026, 10, 10) + index * 36 * 60_000).toISOString().slice(0, 23);
    gateway.add({ TransactionDateTime: at, ExternalIdentifier: "x".repeat(50_000) });
  }
  expect(await searched()).toMatchObject({ kind: "found", found: 40 });
});

it("gives up after few calls without an answer, which do not open the circuit breaker that payers share", async () => {
  gateway.behave({ silent: /Search/ });
  for (let search = 0; search < 2; search++)
    expect(await searched()).toEqual({ kind: "silent", found: null, calls: 4 });
  expect(await breaker.isClosed()).toBe(true);
});

it("says that the gateway refused the credentials", async () => {
  gateway.behave({ refusesCredentials: true });
  expect(await searched()).toMatchObject({ kind: "refused", calls: 1 });
});
