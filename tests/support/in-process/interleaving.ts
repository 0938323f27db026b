import type fc from "fast-check";
import type { Visit } from "@/emulator/testing/emulator-for-file";
import { cancelChallenge, leaveCheckout, readSession } from "@/lib/checkout/page/customer-actions";
import { setClock } from "@/lib/checkout/page/sandbox-store";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { answerChallenge } from "@/lib/checkout/pay/answer-challenge";
import { beginAttempt, OrderHeld } from "@/lib/checkout/pay/begin-attempt";
import { readPayment } from "@/lib/checkout/pay/read-payment";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { returnToken } from "@/lib/checkout/session/session-token";
import { expireSessions, inquireAttempts, voidAttempts } from "@/lib/checkout/session/settle-sessions";
import { findSession } from "@/lib/checkout/session/store";
import { claimInquiries, claimVoids, type DueAttempt } from "@/lib/checkout/session/sweep-store";
import { db, isUniqueViolation, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { Outcome } from "@/lib/gateway/port";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { bankAnswer, chargeRequest } from "./charges";
import { formWith, sweep, type TestSession, testClient } from "./checkout";

/**
 * One order, its sessions, and everything that customers, banks, workers and dying processes do to
 * them. What runs together runs on connections of its own; only time is still until somebody moves it.
 */
export type Action =
  | { do: "pay"; session: number; card: string }
  | { do: "look" | "leave" | "cancel"; session: number }
  | { do: "return"; session: number; visit: Visit }
  /** The next call of some kind to the acquirer fails. */
  | { do: "break"; fault: string }
  | { do: "wait"; session: number; seconds: number }
  | { do: "expire" | "inquire" | "void" }
  /** Another window asks the shop for the same order. */
  | { do: "request" }
  /**
   * A process that writes down what it is about to do and dies: before the call, or before it could write the answer.
   */
  | { do: "die"; session: number; card: string; when: "before call" | "after call" }
  | { do: "die at return"; session: number; when: "before call" | "after call" }
  | { do: "die at inquiry" | "die at void" }
  /** The same, but it was only asleep: "wake" lets it go on with what it knew. */
  | { do: "doze"; session: number; card: string; when: "before call" | "after call" }
  | { do: "doze at inquiry" | "doze at void" }
  | { do: "wake" };

/** Which cards each session was paid with: whatever the order of things, a success takes one that can be approved. */
export type Model = Map<string, Set<string>>;

/** What differs between acquirers: their cards, their bank and their books. */
export type StoryAcquirer = {
  cardNumber(name: string): string;
  /** Calls with these cards return only after the session's clock has moved, so the story does not await them. */
  hanging: ReadonlySet<string>;
  open(shop: Merchant, order: { orderId: string; avs?: boolean }): Promise<TestSession>;
  pay(session: TestSession, cardNumber: string): Promise<SessionView>;
  /** The attempt of the session's latest challenge, or null. */
  findChallenge(session: TestSession): Promise<string | null>;
  /** Returns what the bank posts to the shop after the customer's visit. */
  visitBank(attemptId: string, visit: Visit): Promise<Record<string, string>>;
  /** The attempt was begun without the checkout, which would have kept the bank's page. */
  keepChallenge(attemptId: string, outcome: Outcome): void;
  breakNext(fault: string): void;
  /** Attempts of the session whose charges hold the customer's money, by the acquirer's own books. */
  findHeld(session: TestSession): Promise<string[]>;
};

export class World {
  readonly sessions: TestSession[] = [];
  private readonly results = new Map<string, string>();
  private readonly sleepers: (() => Promise<void>)[] = [];
  private readonly background: Promise<void>[] = [];
  private failure: unknown;

  constructor(
    readonly acquirer: StoryAcquirer,
    readonly shop: Merchant,
    private readonly orderId: string = newUlid(),
  ) {}

  async open(avs: boolean): Promise<void> {
    this.sessions.push(await this.acquirer.open(this.shop, { orderId: this.orderId, avs }));
  }

  /** Which session an action is about, before it begins: another one may be opened beside it. */
  targetOf(action: Action): TestSession {
    const session = this.sessions["session" in action ? action.session : 0] ?? this.sessions[0];
    if (!session) throw new Error("There is no session yet.");
    return session;
  }

  async act(action: Action, target: TestSession): Promise<void> {
    try {
      await this.perform(action, target);
    } catch (error) {
      // Too many at once is an answer; everything else is a mistake of ours.
      if (!(error instanceof AppError && error.code === "unavailable")) throw error;
    }
  }

  private async perform(action: Action, target: TestSession): Promise<void> {
    switch (action.do) {
      case "pay":
        return this.pay(target, action.card);
      case "look":
        return this.note(target, readSession(target.token));
      case "leave":
        return this.note(target, leaveCheckout(target.token));
      case "cancel":
        return this.note(target, cancelChallenge(target.token));
      case "wait":
        await setClock(target.id, action.seconds * 1000, null);
        return;
      case "return":
        return this.atBank(target, (attemptId) => this.returnFromBank(attemptId, action.visit));
      case "break":
        return this.acquirer.breakNext(action.fault);
      case "expire":
        return expireSessions();
      case "inquire":
        return inquireAttempts();
      case "void":
        return voidAttempts();
      case "request":
        return this.request();
      case "die":
        return this.begin(target, action.card, action.when, () => {});
      case "doze":
        return this.begin(target, action.card, action.when, (goOn) => this.sleepers.push(goOn));
      case "die at return":
        return this.atBank(target, (attemptId) => this.dieAtReturn(attemptId, action.when));
      case "die at inquiry":
        return this.beginInquiries(() => {});
      case "doze at inquiry":
        return this.beginInquiries((goOn) => this.sleepers.push(goOn));
      case "die at void":
        return this.beginVoids(() => {});
      case "doze at void":
        return this.beginVoids((goOn) => this.sleepers.push(goOn));
      case "wake":
        await Promise.all(this.sleepers.splice(0).map((goOn) => goOn()));
    }
  }

  /** A result that anybody was shown is the result, for ever. */
  private async note(session: TestSession, looking: Promise<SessionView>): Promise<void> {
    const { result } = await looking;
    // A day later the address is not handed out any more.
    if (!result?.redirect) return;
    const known = this.results.get(session.id);
    if (known !== undefined && known !== result.redirect) throw new Error(`Two results: ${known} ${result.redirect}`);
    this.results.set(session.id, result.redirect);
  }

  private async pay(session: TestSession, card: string): Promise<void> {
    const paying = this.note(session, this.acquirer.pay(session, this.acquirer.cardNumber(card)));
    if (!this.acquirer.hanging.has(card)) return paying;
    this.background.push(
      paying.catch((error) => {
        this.failure ??= error;
      }),
    );
  }

  private async request(): Promise<void> {
    if (this.sessions.length > 2) return;
    try {
      this.sessions.push(await this.acquirer.open(this.shop, { orderId: this.orderId }));
    } catch (error) {
      if (
        !(error instanceof AppError && /^This order (is being confirmed|has already been paid)\.$/.test(error.message))
      )
        throw error;
    }
  }

  /** The exported halves of submitPayment, with nothing between or after them. */
  private async begin(
    { id }: TestSession,
    card: string,
    when: "before call" | "after call",
    later: (goOn: () => Promise<void>) => void,
  ): Promise<void> {
    const session = await findSession(id);
    if (!session) throw new Error("The session does not exist.");
    const attemptId = newUlid();
    const number = this.acquirer.cardNumber(card);
    const read = (found: SessionRow) => readPayment(found, formWith(number), testClient);
    const start = await beginAttempt(id, { attemptId, client: testClient, read }).catch((error) => {
      if (error instanceof OrderHeld || isUniqueViolation(error)) return { kind: "order_held" } as const;
      throw error;
    });
    if (start.kind !== "started") return;
    const amount = session.total + session.customerFee;
    const { calledAt, terminalId } = start.attempt;
    const request = { ...chargeRequest({ card: number, amount }), attemptId, calledAt, terminalId };
    const record = async (outcome: Outcome) => {
      await advanceSession(id, { type: "answer", outcome, by: "call" }, attemptId);
    };
    const gateway = await gatewayOf({ environment: session.environment, terminalId });
    const authorise = async () => {
      const outcome = await gateway.authorise(request);
      this.acquirer.keepChallenge(attemptId, outcome);
      return outcome;
    };
    if (when === "before call") return later(() => this.hang(authorise().then(record)));
    const answer = authorise();
    later(() => this.hang(answer.then(record)));
    if (!this.acquirer.hanging.has(card)) await answer;
  }

  /** Goes on by itself: its call may take as long as the session's clock stands. */
  private async hang(work: Promise<void>): Promise<void> {
    this.background.push(
      work.catch((error) => {
        this.failure ??= error;
      }),
    );
  }

  private async atBank(session: TestSession, visit: (attemptId: string) => Promise<void>): Promise<void> {
    const attemptId = await this.acquirer.findChallenge(session);
    if (attemptId) await visit(attemptId);
  }

  /** The bank's page sends the customer's browser back to us. */
  private async returnFromBank(attemptId: string, visit: Visit): Promise<void> {
    const { browserSteps } = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } });
    const step = Math.max(1, browserSteps);
    await answerChallenge(returnToken({ attemptId, step }), await this.acquirer.visitBank(attemptId, visit));
  }

  /** The exported halves of answerChallenge. */
  private async dieAtReturn(attemptId: string, when: "before call" | "after call"): Promise<void> {
    const fields = await this.acquirer.visitBank(attemptId, "pass");
    const attempt = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } });
    const { sessionId, browserSteps } = attempt;
    const step = Math.max(1, browserSteps);
    const { attempt: change } = await advanceSession(sessionId, { type: "challenge_returned", step }, attemptId);
    if (change?.state !== "answering" || when === "before call") return;
    await (await gatewayOf(attempt)).completeChallenge(bankAnswer(attemptId, fields, step));
  }

  private beginInquiries(later: (goOn: () => Promise<void>) => void): Promise<void> {
    return this.claim(claimInquiries, later, async (attempt) => {
      const outcome = await (await gatewayOf(attempt)).inquire(attempt.id);
      return () => advanceSession(attempt.sessionId, { type: "answer", outcome, by: "inquiry" }, attempt.id);
    });
  }

  private beginVoids(later: (goOn: () => Promise<void>) => void): Promise<void> {
    return this.claim(claimVoids, later, async (attempt) => {
      const outcome = await (await gatewayOf(attempt)).void(attempt.id);
      return () => advanceSession(attempt.sessionId, { type: "void_answer", outcome }, attempt.id);
    });
  }

  /** A worker also claims due attempts of other orders, and processes those normally. */
  private async claim(
    take: (limit: number) => Promise<DueAttempt[]>,
    later: (goOn: () => Promise<void>) => void,
    ask: (attempt: DueAttempt) => Promise<() => Promise<unknown>>,
  ): Promise<void> {
    const mine = new Set(this.sessions.map(({ id }) => id));
    for (const attempt of await take(50)) {
      const record = await ask(attempt);
      if (!mine.has(attempt.sessionId)) await record();
      else later(async () => void (await record()));
    }
  }

  /** Time goes by and the worker works until nothing is left to do. */
  async settle(isWorkerAway: boolean): Promise<void> {
    for (const goOn of this.sleepers.splice(0)) await goOn();
    const steps = isWorkerAway ? [90_000] : [46, 40, 90_000];
    for (const seconds of steps) await this.goOn(seconds);
    await this.finishCalls();
    for (let round = 0; round < 40; round++) {
      if (await this.isQuiet()) {
        if (this.failure) throw this.failure;
        return;
      }
      await this.goOn(301);
    }
    throw new Error("The order never came to rest.");
  }

  private async goOn(seconds: number): Promise<void> {
    await this.moveOn(seconds);
    await sweep();
  }

  private async moveOn(seconds: number): Promise<void> {
    await Promise.all(this.sessions.map(({ id }) => setClock(id, seconds * 1000, null)));
  }

  /** The acquirer looks at the session's clock every 100 ms: calls come back once it has moved far enough. */
  private async finishCalls(): Promise<void> {
    let isDone = false;
    const all = Promise.all(this.background).then(() => {
      isDone = true;
    });
    while (!isDone) {
      await this.moveOn(16);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
  }

  private async isQuiet(): Promise<boolean> {
    const [row] = await query<{ isQuiet: boolean }>(sql`
      SELECT bool_and(s.finalised_at IS NOT NULL AND a.inquire_at IS NULL AND a.void_at IS NULL) AS is_quiet
      FROM checkout_session s LEFT JOIN attempt a ON a.session_id = s.id WHERE s.id = ANY(${this.sessions.map(({ id }) => id)})`);
    return row?.isQuiet === true;
  }

  /** What the shop and the customer were shown, if anything. */
  resultShown({ id }: TestSession): string | undefined {
    return this.results.get(id);
  }
}

/** Actions that begin at the same moment. */
export class Together implements fc.AsyncCommand<Model, World> {
  constructor(private readonly actions: readonly Action[]) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    const targets = this.actions.map((action) => ({ action, target: world.targetOf(action) }));
    for (const { action, target } of targets) {
      if ("card" in action) model.set(target.id, (model.get(target.id) ?? new Set()).add(action.card));
    }
    await Promise.all(targets.map(({ action, target }) => world.act(action, target)));
  }

  toString(): string {
    return this.actions.map(({ do: name, ...rest }) => [name, ...Object.values(rest)].join(" ")).join(" ‖ ");
  }
}
