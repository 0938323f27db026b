import type { ServerResponse } from "node:http";
import type { DeliveryFaultKind, Fault } from "@/emulator/base/faults";
import type { OwnFaults } from "@/emulator/base/own-faults";
import { messagePage } from "@/emulator/base/pages/document";
import { type Answer, empty, json, type ReturnAnswer, type SentAnswer, showPage } from "@/emulator/base/wire/answers";
import type { WireRequest } from "@/emulator/base/wire/request";
import type { Connections } from "./connections";
import { send, sendGarbage, sendHuge } from "./sending";

type Delivery = {
  connections: Connections;
  ownFaults: OwnFaults;
  takeReturnFault: (transactionIdentifier: string) => Fault | null;
  request: WireRequest;
  response: ServerResponse;
  transactionIdentifier: string | null;
  work: () => Answer;
  /** Called when the client gets the answer, also an answer with wrong values. */
  answered: () => void;
};

const maintenance = showPage(messagePage("Maintenance", "Please come back later."));

/** Does the work of a request and sends its answer, changed by the fault. */
export function deliver(delivery: Delivery, fault: Fault | null): void {
  const { connections, response, work } = delivery;
  const ms = fault?.ms ?? 0;
  const settled = (answer: Answer) => {
    if (answer.kind === "silent") return empty(200);
    return answer.kind === "return" ? showPage(answer.page(null)) : answer;
  };
  const destroy = () => response.socket?.destroy();
  const workThenSend = (answer: SentAnswer) => () => {
    work();
    send(response, answer);
  };
  const deliveries: Record<DeliveryFaultKind, () => void> = {
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
    null: () => send(response, json(null)),
    null_after: workThenSend(json(null)),
    garbage_after: () => sendGarbage(response, settled(work())),
    huge_after: () => sendHuge(response, settled(work())),
  };
  const isOfEveryGateway = (kind: string): kind is DeliveryFaultKind => Object.hasOwn(deliveries, kind);
  if (fault && isOfEveryGateway(fault.kind)) deliveries[fault.kind]();
  else answerInItsForm(delivery, fault);
}

/** Answers as the gateway does: without a fault, or with one that changes the content of the answer. */
function answerInItsForm(delivery: Delivery, fault: Fault | null): void {
  const { ownFaults, request, response, transactionIdentifier, work } = delivery;
  const refusal = fault && ownFaults.refuse(fault, transactionIdentifier, request);
  if (refusal) send(response, refusal);
  else deliverAnswer(delivery, work(), fault);
}

function deliverAnswer(delivery: Delivery, answer: Answer, fault: Fault | null): void {
  const { connections, response, ownFaults } = delivery;
  if (answer.kind === "return") {
    deliverReturn(delivery, answer);
    return;
  }
  if (answer.kind === "silent") {
    connections.hold(response);
    return;
  }
  delivery.answered();
  send(response, answer.kind === "json" ? json(ownFaults.falsify(answer.body, fault), answer.status) : answer);
}

/** The page that returns to the merchant is an endpoint of its own for faults. */
function deliverReturn(delivery: Delivery, answer: ReturnAnswer): void {
  const { transactionIdentifier } = answer;
  const fault = delivery.takeReturnFault(transactionIdentifier);
  const work = () => showPage(answer.page(fault));
  const answered = () => answer.answered(fault);
  deliver({ ...delivery, work, answered }, fault);
}
