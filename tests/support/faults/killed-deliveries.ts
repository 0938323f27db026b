import type pg from "pg";
import { expect, vi } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import type { Launcher } from "@/tests/support/http/launcher";
import { hanging, saying, startReceiver } from "@/tests/support/http/receiver";
import { kill } from "./killing";

/** `holder` locks a table. `lookout` is a second connection that observes the database meanwhile. */
type Installation = { launcher: Launcher; holder: pg.Client; lookout: pg.Client };

/** The statement that records attempts and waits for `holder`. PostgreSQL shows only the beginning of a statement. */
const writing = "pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%AS made (%'";

/**
 * Kills the worker while it has several deliveries, and expects that it loses none and repeats only those that were
 * sent but not recorded. The name of each receiver states how far its delivery was.
 */
export async function expectDeliveriesSurvive({ launcher, holder, lookout }: Installation): Promise<void> {
  const origin = await launcher.ready();
  const statuses = async (): Promise<string[]> => {
    const { rows } = await lookout.query<{ status: string }>("SELECT status FROM webhook_delivery ORDER BY sequence");
    return rows.map(({ status }) => status);
  };
  const untilStatuses = (...wanted: string[]) => expect.poll(statuses, { timeout: 30_000 }).toEqual(wanted);
  const written = await startHearing(origin);
  const unanswered = await startHearing(origin);
  const answered = await startHearing(origin);
  const waiting = await startHearing(origin);

  const ids = [await written.happen()];
  await untilStatuses("delivered");
  unanswered.receiver.answer = hanging;
  ids.push(await unanswered.happen());
  await unanswered.untilHeard(1);
  await holder.query("BEGIN; LOCK TABLE webhook_try IN EXCLUSIVE MODE");
  ids.push(await answered.happen());
  await answered.untilHeard(1);
  const isWriting = async () => (await lookout.query(`SELECT FROM ${writing}`)).rowCount === 1;
  await vi.waitUntil(isWriting, { timeout: 30_000, interval: 20 });
  ids.push(await waiting.happen());

  const restarted = await kill(launcher, "worker");
  // PostgreSQL would still run the statement of the killed worker.
  await lookout.query(`SELECT pg_terminate_backend(pid) FROM ${writing}`);
  await holder.query("COMMIT");
  unanswered.receiver.answer = saying(204);
  await restarted();
  await untilStatuses("delivered", "pending", "pending", "delivered");

  // The killed worker held the leases of pending deliveries. The restarted worker gets them when the leases expire.
  await lookout.query("UPDATE webhook_delivery SET taken_until = taken_until - interval '20 seconds'");
  await untilStatuses("delivered", "delivered", "delivered", "delivered");
  const heard = [written, unanswered, answered, waiting].map((one) => one.heard());
  expect(heard).toEqual([[ids[0]], [ids[1], ids[1]], [ids[2], ids[2]], [ids[3]]]);
  for (const { receiver } of [written, unanswered, answered, waiting]) receiver.close();
}

async function startHearing(origin: string) {
  const receiver = await startReceiver();
  const post = (path: string, json?: object) =>
    call(origin, "POST", `/api/user/webhooks${path}`, { key: sandbox.apiKey, ...(json && { json }) });
  const { id } = (await post("", { url: receiver.url, events: ["*"], environment: "sandbox" })).body.data;
  const happen = async (): Promise<string> => (await post(`/${id}/test`)).body.data.event_id;
  const heard = () => receiver.received.map(({ json }) => json.id);
  const untilHeard = (count: number) => vi.waitUntil(() => heard().length === count, { timeout: 30_000, interval: 20 });
  return { receiver, happen, heard, untilHeard };
}
