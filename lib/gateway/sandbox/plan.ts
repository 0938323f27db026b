import { passesLuhn } from "@/lib/kit/luhn";
import { approvedCode, declinedCode } from "@/lib/reference/response-codes";
import { type Simulation, simulationDefault } from "@/lib/reference/simulation";
import { type CardBehaviour, testCards } from "@/lib/reference/test-cards";
import type { AvsAnswer, CardUse } from "../port";
import type { Delivery } from "./charge";

/** The planned outcome of a sandbox charge. The acquirer stores the plan instead of the card. */
export type Plan = {
  code: string;
  delivery: Delivery;
  challenge: "none" | "pending" | "device" | "device_then_code";
  avs: AvsAnswer;
  bank: Simulation["bank"];
};

const invalidNumberCode = "14";

type Course = Pick<Plan, "code" | "delivery" | "challenge">;

const plainly = (code: string): Course => ({ code, delivery: "at_once", challenge: "none" });

type PlanOptions = { simulation: Simulation | null; requireAuthentication: boolean; cardUse: CardUse };

/** Plans the outcome of a charge. The planned outcome follows the bank's pages. */
export function planOf(number: string, options: PlanOptions): Plan {
  const { gateway, avs, bank } = options.simulation ?? simulationDefault;
  const behaviour = behaviourOf(number);
  const course = courseByDrawer(gateway, courseByCard(behaviour));
  return {
    ...course,
    challenge: challengeOf(course, bank, options),
    avs: avs === "card" ? avsByCard(behaviour) : avs,
    bank,
  };
}

/**
 * With `requireAuthentication` the bank authenticates every payer. A bank that checks the device may do so without a
 * challenge. If the card is charged without its owner, the bank cannot show a page.
 */
function challengeOf(
  { challenge }: Course,
  bank: Simulation["bank"],
  { requireAuthentication, cardUse }: PlanOptions,
): Plan["challenge"] {
  if (cardUse.kind === "used_without_owner") return "none";
  if (bank === "checks_device") return challenge === "pending" ? "device_then_code" : "device";
  return requireAuthentication ? "pending" : challenge;
}

function behaviourOf(number: string): CardBehaviour {
  const listed = testCards.find((card) => card.number === number)?.behaviour;
  return listed ?? (passesLuhn(number) ? { kind: "approve" } : { kind: "decline", code: invalidNumberCode });
}

function courseByCard(behaviour: CardBehaviour): Course {
  switch (behaviour.kind) {
    case "approve":
    case "avs":
      return plainly(approvedCode);
    case "decline":
      return plainly(behaviour.code);
    case "challenge":
      return { ...plainly(behaviour.code), challenge: "pending" };
    case "fault":
      return courseByDrawer(behaviour.fault, plainly(approvedCode));
  }
}

/**
 * A simulated fault keeps the card's 3DS challenge and affects only the call that moves money. So testers can lose an
 * answer after 3DS.
 */
function courseByDrawer(gateway: Simulation["gateway"], card: Course): Course {
  switch (gateway) {
    case "card":
      return card;
    case "approve":
      return plainly(approvedCode);
    case "decline":
      return plainly(declinedCode);
    case "slow_3_s":
    case "slow":
    case "slow_12_s":
      return { ...card, delivery: gateway };
    case "no_answer_approved":
      return { ...card, code: approvedCode, delivery: "by_inquiry" };
    case "no_answer_declined":
      return { ...card, code: declinedCode, delivery: "by_inquiry" };
    case "no_answer":
      return { ...card, code: approvedCode, delivery: "never" };
    case "late_approval":
      return { ...card, code: approvedCode, delivery: "late" };
    case "late_approval_settled":
      return { ...card, code: approvedCode, delivery: "late_settled" };
  }
}

function avsByCard(behaviour: CardBehaviour): AvsAnswer {
  return behaviour.kind === "avs" ? behaviour.answer : "match";
}
