import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { finalRecordOf, redirectOf, signatureOf } from "@/lib/checkout/redirect";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findSession, readSessionTime } from "@/lib/checkout/session/store";
import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { day } from "@/lib/kit/clock";
import { failedWork } from "@/lib/kit/due-work";
import { log } from "@/lib/kit/log";
import { findAttemptDifferences, findPaymentDifferences } from "@/lib/reconciliation/store";
import type { Environment } from "@/lib/reference/platforms";
import { messageOf } from "@/lib/transactions/result";
import { recordOf, type TestSession } from "./checkout";
import { type Action, type Model, type StoryAcquirer, Together, World } from "./interleaving";
import { testSeed } from "./seed";

/**
 * Customers, banks, workers and dying processes act on the sessions of an order in random order. Each session must end
 * with one result, and the order must have at most one charge. The lanes run in parallel on one database, and each lane
 * plays its orders one after another. The actions of a command start at the same moment.
 */
const lanes = 8;

/** An acquirer whose charges the stories are about. */
export type StoryOptions = {
  acquirer: StoryAcquirer;
  environment: Environment;
  openShop: () => Promise<Merchant>;
  cardNames: readonly string[];
  /** Whether a card can lead to a success. */
  isApprovable: (card: string, avs: boolean) => boolean;
  /** Faults that the acquirer can be told to have. */
  faults: readonly string[];
  runs: number;
};

const session = fc.constantFrom(0, 0, 0, 1, 1, 2);
const when = fc.constantFrom("before call", "after call");
const seconds = fc.constantFrom(1, 9, 16, 21, 46, 61, 80, 180, 300, 3_600, 90_000);
const visit = fc.constantFrom("pass", "pass", "fail", "cancel");

function storyOf({ cardNames, faults }: StoryOptions) {
  const card = fc.constantFrom(...cardNames);
  const action = fc.oneof(
    { weight: 10, arbitrary: fc.record({ do: fc.constant("pay"), session, card }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("return"), session, visit }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("wait"), session, seconds }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("look", "leave", "cancel"), session }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("expire", "inquire", "inquire", "void") }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("request") }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("die", "doze"), session, card, when }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("die at return"), session, when }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom("die at inquiry", "die at void", "doze at inquiry", "doze at void"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("wake") }) },
    ...(faults.length > 0
      ? [{ weight: 6, arbitrary: fc.record({ do: fc.constant("break"), fault: fc.constantFrom(...faults) }) }]
      : []),
  ) as fc.Arbitrary<Action>;
  const together = fc.array(action, { minLength: 1, maxLength: 3 }).map((actions) => new Together(actions));
  return fc.array(together, { minLength: 2, maxLength: 5, size: "max" });
}

type Lane = { options: StoryOptions; shop: Merchant; secrets: Awaited<ReturnType<typeof merchantSecrets>> };

async function play(
  lane: Lane,
  commands: Iterable<fc.AsyncCommand<Model, World>>,
  avs: boolean,
  isWorkerAway: boolean,
) {
  const world = new World(lane.options.acquirer, lane.shop);
  const model: Model = new Map();
  await world.open(avs);
  await world.open(false);
  await fc.asyncModelRun(() => ({ model, real: world }), commands);
  await world.settle(isWorkerAway);
  const successes = await Promise.all(world.sessions.map((each) => judge(lane, world, model, each)));
  expect(successes.filter(Boolean).length, "at most one session of the order succeeds").toBeLessThanOrEqual(1);
}

type Row = {
  state: string;
  status: string;
  code: string;
  card: string | null;
  avs: boolean;
  failures: number;
  finalisedAt: Date;
  holdsOrder: boolean;
  attemptId: string | null;
  attempts: { id: string; state: string; isVoided: boolean }[];
  events: string[];
  /** The types of the webhook events about the session. */
  webhooks: string[];
};

/** The final state of a session, read in one statement to keep thousands of runs fast. */
async function rowOf({ id }: TestSession): Promise<Row> {
  const [row] = await query<Row>(sql`
    SELECT s.state::text, s.status::text, s.code, s.card, s.avs, s.failures, s.finalised_at, s.holds_order, s.attempt_id,
      ARRAY(SELECT type FROM session_event e WHERE e.session_id = s.id ORDER BY e.id) AS events,
      ARRAY(SELECT type FROM webhook_event t WHERE t.account_number = s.account_number AND t.environment = s.environment
            AND t.subject = s.transaction_id ORDER BY t.sequence) AS webhooks,
      ARRAY(SELECT jsonb_build_object('id', a.id, 'state', a.state, 'isVoided', a.voided_at IS NOT NULL)
            FROM attempt a WHERE a.session_id = s.id) AS attempts
    FROM checkout_session s WHERE s.id = ${id}`);
  if (!row) throw new Error("The session is gone.");
  return row;
}

/** Checks the final state of a session and returns whether the session succeeded. */
async function judge(lane: Lane, world: World, model: Model, each: TestSession): Promise<boolean> {
  const row = await rowOf(each);
  const held = await world.acquirer.findHeld(each);
  const isSuccess = row.status === "success";
  expect(row).toMatchObject({ state: "finalised", finalisedAt: expect.any(Date), holdsOrder: isSuccess });
  const count = (...types: string[]) => row.events.filter((type) => types.includes(type)).length;
  expect(count("finalised"), "one result").toBe(1);
  expect(row.webhooks, "one webhook for the result").toEqual(["payment.created", `payment.${row.status}`]);
  expect(held, "money is held exactly by the attempt of a success").toEqual(isSuccess ? [row.attemptId] : []);
  expect(row.failures).toBeLessThanOrEqual(5);
  expect(count("try_started", "try_refused"), "the timeline has every attempt").toBe(row.attempts.length);
  for (const { id, state, isVoided } of row.attempts) {
    expect(["approved", "declined", "dropped", "refused"]).toContain(state);
    if (state === "approved") expect(isVoided, "an approval is kept or voided").toBe(!held.includes(id));
  }
  const cardsTried = [...(model.get(each.id) ?? [])];
  if (isSuccess) expect(cardsTried.some((name) => lane.options.isApprovable(name, row.avs))).toBe(true);
  await judgeRedirect(lane, world, each, row);
  return isSuccess;
}

async function redirectAt(lane: Lane, { id }: TestSession): Promise<string> {
  const session = await findSession(id);
  const record = session && finalRecordOf(session);
  if (!record) throw new Error("The result is missing.");
  return redirectOf(record, lane.secrets).url;
}

/** Checks that the redirect matches the record, that its signature is valid, and that only a success has a hash. */
async function judgeRedirect(lane: Lane, world: World, each: TestSession, record: Row) {
  const { result, money } = await advanceAndView(each.id);
  const redirect = await redirectAt(lane, each);
  expect(world.resultShown(each) ?? redirect, "the redirect never changes").toBe(redirect);
  const { finalisedAt } = await recordOf(each);
  const isOld = (await readSessionTime(each.id)).getTime() - (finalisedAt?.getTime() ?? 0) >= day;
  expect(result?.redirect, "the redirect is handed out for a day").toBe(isOld ? null : redirect);
  const isSuccess = record.status === "success";
  expect(money).toBe(isSuccess ? "charged" : "not_charged");
  const parameters = Object.fromEntries(new URL(redirect).searchParams);
  const { tw_signature: signature, cart, ...signed } = parameters;
  const { hashKey, signingSecret } = lane.secrets;
  expect(signature).toBe(signatureOf(signed, signingSecret));
  expect(cart).toBe("7");
  const hash = createHash("md5").update(`${each.transactionId}10.00${hashKey}`).digest("hex");
  expect(signed).toEqual({
    status: record.status,
    transaction_id: each.transactionId,
    order_id: each.orderId,
    message: messageOf(record.code),
    ...(!isSuccess && { reasonDescription: messageOf(record.code) }),
    total: isSuccess ? "12.05" : "0.00",
    currency: "TTD",
    fee_structure: "customer_pay",
    ...(record.card && { card: record.card }),
    date: record.finalisedAt.toISOString().slice(0, 19).replace("T", " "),
    ...(isSuccess && { hash }),
  });
}

/** Plays random stories of an order at an acquirer. */
export function describeInterleavings(options: StoryOptions): void {
  const { runs, environment, openShop } = options;
  const all: Lane[] = [];
  beforeAll(async () => {
    for (let lane = 0; lane < lanes; lane++) {
      const shop = await openShop();
      all.push({ options, shop, secrets: await merchantSecrets(shop.accountNumber, environment) });
    }
  });
  afterEach(() => vi.restoreAllMocks());

  it(
    `${runs} interleavings end in one result per session and one charge per order at most`,
    async () => {
      const complaints = vi.spyOn(log, "error");
      const story = storyOf(options);
      const playAll = (lane: Lane, index: number) =>
        fc.assert(
          fc.asyncProperty(story, fc.boolean(), fc.boolean(), (commands, avs, isWorkerAway) =>
            play(lane, commands, avs, isWorkerAway),
          ),
          // fast-check reports the first failure without shrinking it, because a race condition rarely repeats.
          { seed: testSeed + index, numRuns: Math.ceil(runs / lanes), endOnFailure: true },
        );
      await Promise.all(all.map(playAll));
      // Worker sweeps log an error and continue, so the test checks the log for errors here.
      expect(complaints.mock.calls.filter(([, message]) => message === failedWork)).toEqual([]);
      const every = { from: "0", before: "Z" };
      expect(await findPaymentDifferences(every), "the ledger has each success once, and nothing else").toEqual([]);
      expect(await findAttemptDifferences(every)).toEqual([]);
    },
    60_000 + runs * 600,
  );
}
