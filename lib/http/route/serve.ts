import type { EndpointSpec } from "@/lib/http/message/endpoint";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { type Answer, unanswered } from "@/lib/http/message/respond";
import type { AppError } from "@/lib/kit/errors";
import { type Exchange, openExchange, type PathParams, refusalOf, report } from "./exchange";
import { type IdempotentRequest, withIdempotency } from "./idempotency";

/**
 * The steps of `serve()` for one kind of request: an API route, a payment request, a dashboard action, or the return
 * from a bank's challenge. A step refuses the request by throwing an `AppError`.
 */
export type Strategy<Sender, Body> = {
  /** The method and path that identify the request in log lines and metrics. */
  contract: Pick<EndpointSpec, "method" | "path">;
  /** Authenticates the sender. If the request needs no credential, finds the account that the sender names. */
  identify(exchange: Exchange): Promise<Sender> | Sender;
  authorise(sender: Sender): void;
  /** Counts the request against its rate limits, after `authorise`: refused senders must not use up the limits. */
  rateLimit(sender: Sender, exchange: Exchange): Promise<void>;
  readBody(exchange: Exchange, sender: Sender): Promise<Body> | Body;
  /** Where the idempotency key is, and which account owns it. Null if the request cannot have a key. */
  idempotency(exchange: Exchange, sender: Sender, body: Body): IdempotentRequest | null;
  /** Validates the input and returns the use-case to run with it. */
  parse(exchange: Exchange, sender: Sender, body: Body): Promise<UseCase>;
  /** Turns an error into an answer. `sender` is undefined if the request failed before `identify` was done. */
  refuse(error: AppError, sender: Sender | undefined): Answer;
  /** Adds headers, or turns the answer into a redirect or a page. `body` is undefined if it was not read. */
  present(
    answer: Answer,
    exchange: Exchange,
    sender: Sender | undefined,
    body: Body | undefined,
  ): Answer | Promise<Answer>;
  /** Gets every answer as it was before `present`, after the answer that is sent was logged and counted in metrics. */
  observe?: Observer;
};

export type Observer = (exchange: Exchange, answer: Answer) => void;

/** A use-case with its input. A JSON result is checked against the contract. A page is not, because it has none. */
export type UseCase = { contract: AnswerContract; perform(): unknown } | { showPage(): Promise<Answer> };

type AnswerContract = Pick<EndpointSpec, "method" | "path" | "success">;

/** The pipeline of every request, from identifying the sender to writing the log line. */
export async function serve<Sender, Body>(
  strategy: Strategy<Sender, Body>,
  request: IncomingRequest,
  params: PathParams,
): Promise<Answer> {
  const exchange = openExchange(request, params);
  let sender: Sender | undefined;
  let body: Body | undefined;
  let answer = unanswered;
  let sent = unanswered;
  try {
    sender = await strategy.identify(exchange);
    strategy.authorise(sender);
    await strategy.rateLimit(sender, exchange);
    body = await strategy.readBody(exchange, sender);
    answer = await performOnce(strategy, exchange, sender, body);
    sent = await strategy.present(answer, exchange, sender, body);
    return sent;
  } catch (error) {
    answer = strategy.refuse(refusalOf(exchange, error), sender);
    sent = await strategy.present(answer, exchange, sender, body);
    return sent;
  } finally {
    report(strategy.contract, exchange, sent);
    strategy.observe?.(exchange, answer);
  }
}

/** Parses the input, runs the use-case and checks its answer, at most once per idempotency key. */
function performOnce<Sender, Body>(
  strategy: Strategy<Sender, Body>,
  exchange: Exchange,
  sender: Sender,
  body: Body,
): Promise<Answer> {
  return withIdempotency(strategy.idempotency(exchange, sender, body), {
    prepare: () => strategy.parse(exchange, sender, body),
    perform: async (useCase) =>
      "showPage" in useCase ? useCase.showPage() : checkAnswer(useCase.contract, await useCase.perform()),
    refuse: (error) => strategy.refuse(error, sender),
  });
}

/**
 * Drops answer fields that the contract does not name. A missing or wrong field is a bug of the server, so the request
 * fails with a 500.
 */
function checkAnswer({ method, path, success }: AnswerContract, result: unknown): Answer {
  const checked = success.schema.safeParse(result);
  if (!checked.success) {
    const fields = checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`);
    throw new Error(`The answer of ${method} ${path} breaks its contract (${fields.join(", ")}).`);
  }
  return { status: success.status, body: JSON.stringify(checked.data) };
}
