import { createHash } from "node:crypto";
import { type Answer, json } from "@/emulator/base/wire/answers";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import type { FaultEndpoint } from "@/emulator/mpgs/faults";
import { ripen } from "@/emulator/mpgs/ripen";
import { badCredentials } from "@/emulator/mpgs/wire/errors";
import { checkFields, checkIds } from "@/emulator/mpgs/wire/fields";
import { broken, type Finding, unseen } from "@/emulator/mpgs/wire/findings";
import { canonicalText, type Leaves, leavesOf, textAt } from "@/emulator/mpgs/wire/leaves";
import { authenticate as authenticateMerchant, readJsonBody } from "@/emulator/mpgs/wire/request";
import type { World } from "@/emulator/mpgs/world";
import { authenticate, checkAuthenticate, checkInitiate, initiate } from "./authenticate";
import { type Call, findOrder, isOperation, keyOf, type Operation, operationEndpoints } from "./call";
import { checkPayment, noteArrival, pay } from "./pay";
import { capture, checkCapture, checkRefund, checkVoid, refund, voidTransaction } from "./reversals";

/** `check` finds what the state of the order forbids, and changes nothing. `perform` follows if nothing is refused. */
type Handler = { check: (call: Call) => Finding[]; perform: (call: Call) => Answer };

const handlers: Readonly<Record<Operation, Handler>> = {
  INITIATE_AUTHENTICATION: { check: checkInitiate, perform: initiate },
  AUTHENTICATE_PAYER: { check: checkAuthenticate, perform: authenticate },
  PAY: { check: checkPayment, perform: pay },
  AUTHORIZE: { check: checkPayment, perform: pay },
  CAPTURE: { check: checkCapture, perform: capture },
  VOID: { check: checkVoid, perform: voidTransaction },
  REFUND: { check: checkRefund, perform: refund },
};

/** The endpoint of a PUT. The body names it. */
export function endpointOf(body: string): FaultEndpoint {
  const [, name = ""] = /"apiOperation"\s*:\s*"(\w+)"/.exec(body) ?? [];
  return isOperation(name) ? operationEndpoints[name] : "transaction";
}

/** A PUT of a transaction. Its ids and its operation decide whether it is new or repeated. */
export function prepareOperation(world: World, request: WireRequest, origin: string): Prepared {
  const reading = readJsonBody(world, request);
  if (reading.kind === "refused") return fixedAnswer(reading.answer);
  const { endpoint, params } = request;
  const leaves = leavesOf(reading.body);
  const profile = authenticateMerchant(world, request);
  const operation = textAt(leaves, "apiOperation") ?? "";
  const { order: orderId = "", transaction: transactionId = "", version: apiVersion = "" } = params;
  const findings = [
    ...checkIds(params),
    ...(isOperation(operation)
      ? checkFields(operation, leaves, profile)
      : [broken("operation_unknown", "apiOperation is missing or unknown.", "apiOperation")]),
  ];
  const refused = findings[0]?.answer;
  for (const { rule, detail } of findings) if (rule) world.violate(endpoint, rule, detail);
  if (!profile || refused || !isOperation(operation))
    return { transactionIdentifier: orderId, work: () => (profile && refused) || badCredentials };
  return prepareCall({ world, profile, operation, orderId, transactionId, apiVersion, leaves, origin });
}

function prepareCall(call: Call): Prepared {
  const { world, profile, operation, orderId } = call;
  const endpoint = operationEndpoints[operation];
  ripenOrder(call);
  const { others, end } = world.startOperation(profile.id, orderId, operation);
  const isLocked = others.length > 0;
  if (isLocked) world.violate(endpoint, "operations_at_once", `${others.join(", ")} runs on the order.`);
  for (const { rule, detail } of findingsOf(call)) if (rule) world.violate(endpoint, rule, detail);
  if (operation === "PAY" || operation === "AUTHORIZE") noteArrival(call);
  return {
    transactionIdentifier: orderId,
    work: () => (isLocked ? lockFailure(call) : answer(call)),
    answered: () => world.own.answered.add(keyOf(call)),
    ended: end,
  };
}

function ripenOrder(call: Call): void {
  const order = findOrder(call);
  if (order) ripen(call.world, order);
}

const lockFailure = ({ profile, orderId, transactionId }: Call): Answer =>
  json(
    {
      merchant: profile.id,
      order: { id: orderId },
      transaction: { id: transactionId },
      response: { gatewayCode: "LOCK_FAILURE", gatewayRecommendation: "NO_ACTION" },
      result: "FAILURE",
    },
    201,
  );

const digestOf = (leaves: Leaves): string => createHash("sha256").update(canonicalText(leaves)).digest("hex");

/** Whether other operations used the same ids. The two steps of an authentication share theirs. */
function isTaken(call: Call): boolean {
  const isStep = (operation: Operation) =>
    operation === "INITIATE_AUTHENTICATION" || operation === "AUTHENTICATE_PAYER";
  return (Object.keys(handlers) as Operation[]).some(
    (operation) =>
      operation !== call.operation &&
      !(isStep(operation) && isStep(call.operation)) &&
      call.world.own.processed.has(keyOf({ ...call, operation })),
  );
}

function findingsOf(call: Call): Finding[] {
  const { world, operation, leaves } = call;
  if (isTaken(call)) return [broken("body_changed", "Another operation has this transaction id.", "transaction.id")];
  const processed = world.own.processed.get(keyOf(call));
  if (!processed) return handlers[operation].check(call);
  if (processed.digest === digestOf(leaves)) return [];
  const { changedReplay } = world.dials;
  const detail = "The transaction id has another body.";
  if (changedReplay === "http_400") return [broken("body_changed", detail, "transaction.id")];
  return [unseen("body_changed", detail), ...(changedReplay === "new_charge" ? handlers[operation].check(call) : [])];
}

function answer(call: Call): Answer {
  const { world, operation, leaves } = call;
  ripenOrder(call);
  const refused = findingsOf(call).find((finding) => finding.answer)?.answer;
  if (refused) return refused;
  const processed = world.own.processed.get(keyOf(call));
  const digest = digestOf(leaves);
  const isNew = !processed || (processed.digest !== digest && world.dials.changedReplay === "new_charge");
  if (!isNew) return { ...processed.answer, status: world.dials.replayStatus === "http_200" ? 200 : 201 };
  const given = handlers[operation].perform(call);
  if (given.kind === "json" && given.status === 201) world.own.processed.set(keyOf(call), { digest, answer: given });
  return given;
}
