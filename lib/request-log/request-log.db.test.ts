import { beforeEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { fromRequest } from "@/lib/http/message/incoming";
import { openExchange } from "@/lib/http/route/exchange";
import { day, later, useClock } from "@/lib/kit/clock";
import { newAccountNumber } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { sweepTable } from "@/tests/support/in-process/retention";
import { listRequests } from "./list-requests";
import { enqueue, logRequest, writeLastRequests, writeRequests } from "./request-log";

let accountNumber = "";
beforeEach(async () => {
  await writeRequests();
  accountNumber = newAccountNumber();
});

type Given = {
  account?: string | undefined;
  path?: string;
  status?: number;
  environment?: "sandbox" | "live";
  message?: string;
};

function note({ account = accountNumber, path = "/api/user/", status = 200, environment = "sandbox", ...more }: Given) {
  const { message = status < 400 ? "OK" : "Invalid scope(s) provided." } = more;
  const request = new Request(`http://localhost${path}`, { headers: { "x-tradewind-request-id": "r" } });
  const exchange = {
    ...openExchange(fromRequest(request), {}),
    account,
    environment,
    kid: "00000000000000000b",
  };
  logRequest(exchange, { status, body: JSON.stringify({ message }) });
}

const rows = () => db().requestLog.findMany({ where: { accountNumber }, orderBy: { id: "asc" } });
const listed = async (choice: Parameters<typeof listRequests>[1] = {}, environment: "sandbox" | "live" = "sandbox") =>
  (await listRequests({ accountNumber, environment }, choice)).data.map(({ path }) => path);

it("logs a request without its query or card numbers, and a refusal with its reason", async () => {
  note({ path: "/api/transactions/?order_id=7" });
  note({ path: "/api/transactions/4111111111111111", status: 403 });
  expect(await rows()).toEqual([]);
  await writeRequests();
  expect(await rows()).toMatchObject([
    { method: "GET", path: "/api/transactions/", status: 200, kid: "00000000000000000b", message: null },
    { path: "/api/transactions/[card]", status: 403, message: "Invalid scope(s) provided." },
  ]);
});

it("lists the requests of one account and environment, newest first, filtered by result and path", async () => {
  note({ path: "/api/user/" });
  note({ path: "/api/live", environment: "live" });
  note({ path: "/api/transactions/1", status: 404 });
  note({ account: newAccountNumber(), path: "/api/other" });
  await writeRequests();
  expect(await listed()).toEqual(["/api/transactions/1", "/api/user/"]);
  expect(await listed({ only: "refused" })).toEqual(["/api/transactions/1"]);
  expect(await listed({ path: "user" })).toEqual(["/api/user/"]);
  expect(await listed({ method: "POST" })).toEqual([]);
  expect(await listed({}, "live")).toEqual(["/api/live"]);
});

it("lists the newest rows first when their ids cross a power of ten", async () => {
  await db().$executeRaw`SELECT setval(pg_get_serial_sequence('request_log', 'id'), 995)`;
  const paths = Array.from({ length: 10 }, (_, index) => `/api/${index}`);
  for (const path of paths) note({ path });
  await writeRequests();
  expect((await rows()).map(({ id }) => Number(id))).toEqual(Array.from({ length: 10 }, (_, index) => 996 + index));
  expect(await listed()).toEqual(paths.toReversed());
});

it("searches the newest fifty thousand requests", async () => {
  note({ path: "/api/oldest" });
  await writeRequests();
  const fill = (count: number) => db().$executeRaw`
    INSERT INTO request_log (account_number, at, request_id, method, path, status, duration_ms)
    SELECT ${accountNumber}, now(), '', 'GET', '/api/user/', 200, 1 FROM generate_series(1, ${count}::int)`;
  await fill(49_999);
  expect(await listed({ path: "oldest" })).toEqual(["/api/oldest"]);
  await fill(1);
  expect(await listed({ path: "oldest" })).toEqual([]);
});

it("writes a full batch of 200 at once, and never buffers more than 5,000 requests", async () => {
  for (let turn = 0; turn < 6000; turn++) note({});
  await writeRequests();
  const { length } = await rows();
  expect(length).toBeGreaterThanOrEqual(5000);
  expect(length).toBeLessThan(5300);
});

it("drops requests that the database refuses, and continues with the next", async () => {
  await db().$executeRaw`ALTER TABLE request_log ADD CONSTRAINT away CHECK (false) NOT VALID`;
  note({});
  await writeRequests();
  await db().$executeRaw`ALTER TABLE request_log DROP CONSTRAINT away`;
  note({});
  await writeRequests();
  expect(await rows()).toHaveLength(1);
});

it("stores a message that was cut inside a character, and rows beside one that cannot be stored", async () => {
  note({ status: 400, message: `${"a".repeat(499)}\u{1f600}` });
  await writeRequests();
  expect(await rows()).toMatchObject([{ message: `${"a".repeat(499)}\ufffd` }]);
  for (const { id: _, at, ...row } of await rows()) enqueue({ ...row, at: at.toISOString(), status: 100_000 });
  note({});
  await writeRequests();
  expect(await rows()).toHaveLength(2);
});

it("gives up at the first failure during shutdown if the database is down", async () => {
  const warn = vi.spyOn(log, "warn");
  await db().$executeRaw`ALTER TABLE request_log RENAME TO request_log_away`;
  for (let turn = 0; turn < 450; turn++) note({});
  await writeLastRequests();
  await db().$executeRaw`ALTER TABLE request_log_away RENAME TO request_log`;
  expect(warn.mock.calls).toMatchObject([
    [{ err: expect.any(Error) }, expect.any(String)],
    [{ leftOut: 450 }, expect.any(String)],
  ]);
  warn.mockRestore();
});

it("does not log requests of unknown accounts", async () => {
  const before = await db().requestLog.count();
  logRequest(openExchange(fromRequest(new Request("http://localhost/api/user/")), {}), {
    status: 401,
    body: "{}",
  });
  await writeRequests();
  expect(await db().requestLog.count()).toBe(before);
});

it("deletes requests after seven days", async () => {
  const old = later(-8 * day);
  const restore = useClock(() => old);
  note({ path: "/api/old" });
  restore();
  note({ path: "/api/new" });
  await writeRequests();
  await sweepTable("request_log");
  expect(await listed()).toEqual(["/api/new"]);
});
