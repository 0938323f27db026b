import { type EmulatorCard, emulatorCards } from "@/emulator/mpgs/cards";

/** The number of the emulator's own card that behaves so. */
function ownNumber(isMeant: (card: EmulatorCard) => boolean): string {
  const card = emulatorCards.find((each) => each.number.startsWith("488888") && isMeant(each));
  if (!card) throw new Error("The emulator has no such card.");
  return card.number;
}

/** Frictionless, and then the payment has this gateway code. */
export const cardWithCode = (gatewayCode: string): string => ownNumber((card) => card.gatewayCode === gatewayCode);

/** Cards of the emulator, all with a correct check digit. */
export const liveCards = {
  frictionless: "5555555555000018",
  attempted: "4440000042200022",
  challenged: "4440000009900010",
  /** A method page, then frictionless. */
  fingerprint: "4440000042200014",
  methodThenChallenge: "5123450000000008",
  refusedByBank: "5506900140100503",
  unavailable: "5123459999998221",
  notEnrolled: "5111111111111118",
  initiateError: "5210760000000004",
  authenticateError: "5455031257390496",
  declined: cardWithCode("DECLINED"),
  insufficientFunds: cardWithCode("INSUFFICIENT_FUNDS"),
  expired: cardWithCode("EXPIRED_CARD"),
  timedOut: cardWithCode("TIMED_OUT"),
  blocked: cardWithCode("BLOCKED"),
  challengedThenDeclined: ownNumber(({ flow, gatewayCode }) => flow === "challenge" && gatewayCode === "DECLINED"),
  mandateIgnored: ownNumber(({ ignoresMandate }) => ignoresMandate),
  challengeUnable: ownNumber(({ passed }) => passed === "U"),
  challengeRejected: ownNumber(({ passed }) => passed === "R"),
  irreversible: ownNumber(({ reversalCode }) => reversalCode === "DECLINED"),
} as const;
