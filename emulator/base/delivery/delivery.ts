import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Fault, FaultKind } from "@/emulator/base/faults";
import { messagePage } from "@/emulator/base/pages/document";
import { type Answer, empty, json, replaceFields, showPage, type WireValue } from "@/emulator/base/wire/answers";
import type { World } from "@/emulator/base/world";
import { codeFields } from "@/emulator/powertranz/iso-codes";
import { forge, returnPage, returnPost } from "@/emulator/powertranz/pages/return-page";
import type { Connections } from "./connections";
import { send, sendGarbage, sendHuge } from "./sending";

type Delivery = {
  world: World;
  connections: Connections;
  response: ServerResponse;
  transactionIdentifier: string | null;
  work: () => Answer;
  /** Called when the client gets the answer, also an answer with wrong values. */
  answered: () => void;
};

/** A refusal that names the transaction. */
const codeAnswer = ({ transactionIdentifier }: Delivery, { code = "96" }: Pick<Fault, "code">) =>
  json({
    TransactionType: 2,
    Approved: false,
    TransactionIdentifier: transactionIdentifier ?? undefined,
    ...codeFields(code),
  });

const maintenance = showPage(messagePage("Maintenance", "Please come back later."));

/** Does the work of a request and sends its answer, changed by the fault. */
export function deliver(delivery: Delivery, fault: Fault | null): void {
  const { world, connections, response, work } = delivery;
  const ms = fault?.ms ?? 0;
  const settled = (answer: Answer) => {
    if (answer.kind === "silent") return empty(200);
    return answer.kind === "return" ? answerReturn(world, answer, null) : answer;
  };
  const destroy = () => response.socket?.destroy();
  const workThenSend = (answer: Parameters<typeof send>[1]) => () => {
    work();
    send(response, answer);
  };
  const workAndAnswer = () => deliverAnswer(delivery, work(), fault);
  const deliveries: Record<Fault["kind"], () => void> = {
    delay: () => {
      const answer = work();
      connections.hold(response);
      connections.postpone(ms, () => deliverAnswer(delivery, answer, null));
    },
    hang: () => connections.hold(response),
    late_work: () => {
      connections.hold(response);
      connections.postpone(ms, work);
    },
    lost_before: destroy,
    lost_after: () => {
      work();
      destroy();
    },
    http_404_empty: () => send(response, empty(404)),
    http_500_empty: () => send(response, empty(500)),
    http_500_after: workThenSend(empty(500)),
    html: () => send(response, maintenance),
    html_after: workThenSend(maintenance),
    code: () => send(response, codeAnswer(delivery, fault ?? {})),
    null: () => send(response, json(null)),
    null_after: workThenSend(json(null)),
    garbage_after: () => sendGarbage(response, settled(work())),
    huge_after: () => sendHuge(response, settled(work())),
    wrong_amount: workAndAnswer,
    wrong_currency: workAndAnswer,
    wrong_identifier: workAndAnswer,
    // The return page itself contains these faults.
    never: workAndAnswer,
    twice: workAndAnswer,
    late: workAndAnswer,
    forged: workAndAnswer,
  };
  if (fault) deliveries[fault.kind]();
  else workAndAnswer();
}

function deliverAnswer(delivery: Delivery, answer: Answer, fault: Fault | null): void {
  if (answer.kind === "return") {
    deliverReturn(delivery, answer);
    return;
  }
  if (answer.kind === "silent") {
    delivery.connections.hold(delivery.response);
    return;
  }
  delivery.answered();
  send(delivery.response, answer.kind === "json" ? json(falsifyBody(answer.body, fault?.kind)) : answer);
}

/** The page that returns to the merchant is an endpoint of its own for faults. */
function deliverReturn(delivery: Delivery, answer: Return): void {
  const { world } = delivery;
  const fault = world.faults.take("return", answer.transaction.transactionIdentifier);
  const work = () => answerReturn(world, answer, fault);
  const answered = () => reportFailure(answer, fault);
  deliver({ ...delivery, work, answered }, fault);
}

type Return = Extract<Answer, { kind: "return" }>;

/** Builds the page that makes the browser post the result of 3-D Secure to the merchant. */
function answerReturn(world: World, { transaction, token }: Return, fault: Fault | null) {
  const genuine = returnPost(transaction, token, world.dials.panToken);
  const post = fault?.kind === "forged" ? forge(genuine, fault.forge ?? "status") : genuine;
  const response = falsifyBody(post.response, fault?.kind);
  return showPage(returnPage(transaction.merchantResponseUrl, { ...post, response }, fault));
}

/** Records that the return reports a failure. After it, the merchant must not send the payment. */
function reportFailure({ transaction }: Return, fault: Fault | null): void {
  const { status, responseCode } = transaction.authentication ?? {};
  const isFailure = status === "N" || status === "R" || responseCode === "3D3";
  const isGenuine = fault?.kind !== "never" && fault?.kind !== "forged";
  if (isFailure && isGenuine) transaction.failureReported = true;
}

/** Replaces the values that a fault of the kind `wrong_…` names. */
function falsifyBody(body: WireValue, kind: FaultKind | undefined): WireValue {
  const otherIdentifier = randomUUID();
  switch (kind) {
    case "wrong_amount":
      return replaceFields(body, ["TotalAmount", "TotalCaptureAmount"], (amount) =>
        typeof amount === "bigint" ? amount + 100n : amount,
      );
    case "wrong_currency":
      return replaceFields(body, ["CurrencyCode"], (currency) => (currency === "840" ? "978" : "840"));
    case "wrong_identifier":
      return replaceFields(body, ["TransactionIdentifier", "OriginalTrxnIdentifier"], () => otherIdentifier);
    default:
      return body;
  }
}
