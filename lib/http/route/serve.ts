import type { AppError } from "@/lib/kit/errors";
import type { EndpointSpec } from "./endpoint";
import { type Exchange, openExchange, type PathContext, refusalOf, report } from "./exchange";
import { type IdempotentRequest, withIdempotency } from "./idempotency";
import { type Answer, unanswered } from "./respond";

/**
 * What each step of `serve()` means for one kind of request: an API route, a payment request, a dashboard action, the
 * return from a bank's challenge. A step refuses the request by throwing an `AppError`.
 */
export type Strategy<Sender, Body> = {
  /** Names the request in log lines and metrics. */
  contract: Pick<EndpointSpec, "method" | "path">;
  /** Authenticates the sender, or finds out who it claims to be where no credential is needed. */
  identify(exchange: Exchange): Promise<Sender> | Sender;
  authorise(sender: Sender): void;
  /** Counts the request against its limits. A sender that is not authorised does not use them up. */
  rateLimit(sender: Sender, exchange: Exchange): Promise<void>;
  readBody(exchange: Exchange, sender: Sender): Promise<Body> | Body;
  /** Where to find the idempotency key, and whose key it is. Null: the request cannot have one. */
  idempotency(exchange: Exchange, sender: Sender, body: Body): IdempotentRequest | null;
  /** Validates the input and returns the use-case that is to run with it. */
  parse(exchange: Exchange, sender: Sender, body: Body): Promise<UseCase>;
  /** The sender is undefined where the request was refused before it was identified. */
  refuse(error: AppError, sender: Sender | undefined): Answer;
  present(answer: Answer, exchange: Exchange, sender: Sender | undefined): Promise<Response> | Response;
  /** Sees every answer, after it was logged and counted. */
  observe?: Observer;
};

export type Observer = (exchange: Exchange, answer: Answer) => void;

/** A use-case bound to its input. Its JSON result is checked against the contract; a page has no contract. */
export type UseCase = { contract: AnswerContract; perform(): unknown } | { showPage(): Promise<Answer> };

type AnswerContract = Pick<EndpointSpec, "method" | "path" | "success">;

/** The one pipeline of all requests, from identification to the log line. */
export async function serve<Sender, Body>(
  strategy: Strategy<Sender, Body>,
  request: Request,
  context: PathContext,
): Promise<Response> {
  const exchange = openExchange(request, context);
  let sender: Sender | undefined;
  let answer = unanswered;
  try {
    sender = await strategy.identify(exchange);
    strategy.authorise(sender);
    await strategy.rateLimit(sender, exchange);
    const body = await strategy.readBody(exchange, sender);
    answer = await performOnce(strategy, exchange, sender, body);
    return await strategy.present(answer, exchange, sender);
  } catch (error) {
    answer = strategy.refuse(refusalOf(exchange, error), sender);
    return await strategy.present(answer, exchange, sender);
  } finally {
    report(strategy.contract, exchange, answer);
    strategy.observe?.(exchange, answer);
  }
}

/** Idempotency, parsing, the use-case and the check of its answer. */
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

/** Drops fields that the contract does not name. A missing or wrong field is our fault: the request fails with a 500. */
function checkAnswer({ method, path, success }: AnswerContract, result: unknown): Answer {
  const checked = success.schema.safeParse(result);
  if (!checked.success) {
    const fields = checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`);
    throw new Error(`The answer of ${method} ${path} breaks its contract (${fields.join(", ")}).`);
  }
  return { status: success.status, body: JSON.stringify(checked.data) };
}
