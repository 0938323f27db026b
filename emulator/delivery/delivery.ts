import type { ServerResponse } from "node:http";
import type { Fault } from "@/emulator/faults";
import { messageOf } from "@/emulator/iso-codes";
import { messagePage } from "@/emulator/pages/document";
import { answerReturn, reportFailure } from "@/emulator/three-ds/return-answer";
import { type Answer, empty, json, showPage } from "@/emulator/wire/answers";
import type { World } from "@/emulator/world";
import type { Connections } from "./connections";
import { falsifyBody } from "./falsify";
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
    IsoResponseCode: code,
    ResponseMessage: messageOf(code),
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
    http_500_after: () => {
      work();
      send(response, empty(500));
    },
    html: () => send(response, maintenance),
    html_after: () => {
      work();
      send(response, maintenance);
    },
    code: () => send(response, codeAnswer(delivery, fault ?? {})),
    null: () => send(response, json(null)),
    null_after: () => {
      work();
      send(response, json(null));
    },
    garbage_after: () => sendGarbage(response, settled(work())),
    huge_after: () => sendHuge(response, settled(work())),
    wrong_amount: () => deliverAnswer(delivery, work(), fault),
    wrong_currency: () => deliverAnswer(delivery, work(), fault),
    wrong_identifier: () => deliverAnswer(delivery, work(), fault),
    // The return page itself contains these faults.
    never: () => deliverAnswer(delivery, work(), null),
    twice: () => deliverAnswer(delivery, work(), null),
    late: () => deliverAnswer(delivery, work(), null),
    forged: () => deliverAnswer(delivery, work(), null),
  };
  if (fault) deliveries[fault.kind]();
  else deliverAnswer(delivery, work(), null);
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
function deliverReturn(delivery: Delivery, answer: Extract<Answer, { kind: "return" }>): void {
  const { world } = delivery;
  const fault = world.faults.take("return", answer.transaction.transactionIdentifier);
  const work = () => answerReturn(world, answer, fault);
  const answered = () => reportFailure(answer, fault);
  deliver({ ...delivery, work, answered }, fault);
}
