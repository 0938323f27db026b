import { type Answer, json, type WireObject } from "@/emulator/base/wire/answers";
import { codeFields } from "@/emulator/powertranz/iso-codes";
import { newReference, saleFields, type Transaction } from "@/emulator/powertranz/transactions";
import type { World } from "@/emulator/powertranz/world";

const microBelowMinor = 100n;

/**
 * Asks the issuer for the money, records its answer and returns it. Only this function and a capture move money.
 * A decline does not change a sale that is voided already, or paid through an earlier token.
 */
export function charge(world: World, transaction: Transaction): Answer {
  const isoCode = decide(world, transaction);
  const references = { isoCode, completedAt: world.now(), rrn: newReference(12), hostRrn: newReference(12) };
  const isFinal = transaction.state === "voided" || transaction.chargeCount > 0;
  if (isoCode !== "00" && isFinal) return json(chargeAnswer(world, { ...transaction, ...references }));
  Object.assign(transaction, references);
  transaction.state = isoCode === "00" ? "approved" : "declined";
  if (isoCode === "00") transaction.authorizationCode = newReference(6);
  if (isoCode === "00" && transaction.type === 2) recordCapture(transaction, transaction.amountMinor, world.now());
  world.save(transaction);
  return json(chargeAnswer(world, transaction));
}

export function recordCapture(transaction: Transaction, amountMinor: bigint, at: number): void {
  transaction.chargeCount += 1;
  transaction.capturedMinor = amountMinor;
  transaction.capturedAt = at;
}

function decide(world: World, transaction: Transaction): string {
  const { state, authentication, wantsThreeDS, hasExpired, amountMinor, behaviour } = transaction;
  if (state === "voided") return "12";
  if (wantsThreeDS && !mayComplete(authentication)) return "12";
  if (hasExpired) return "54";
  if (world.dials.microAmounts === "code_13" && amountMinor < microBelowMinor) return "13";
  return behaviour.isoCode;
}

/** The gateway completes a sale after Y, A and U, and for cards without 3-D Secure. */
function mayComplete(authentication: Transaction["authentication"]): boolean {
  if (!authentication || authentication.responseCode === "3D3") return false;
  return authentication.status !== "N" && authentication.status !== "R";
}

/** The answer of a payment, and of a sale without 3-D Secure. */
function chargeAnswer(world: World, transaction: Transaction): WireObject {
  const { rrn, hostRrn, authorizationCode } = transaction;
  const isApproved = transaction.isoCode === "00";
  const isoCode = shownCode(world, transaction);
  return {
    ...saleFields(transaction),
    Approved: isApproved,
    AuthorizationCode: isApproved ? (authorizationCode ?? undefined) : undefined,
    RRN: rrn ?? undefined,
    HostRRN: hostRrn ?? undefined,
    CardBrand: transaction.brand,
    CardSuffix: transaction.lastFour,
    ...codeFields(isoCode),
    RiskManagement: riskManagement(world, transaction),
    PanToken: world.dials.panToken ? transaction.panToken : undefined,
    ExternalIdentifier: transaction.externalIdentifier ?? undefined,
  };
}

function riskManagement(world: World, transaction: Transaction): WireObject | undefined {
  const letters = verificationLetters(world, transaction, "payment");
  const threeDS = world.dials.paymentAuthentication ? authenticationFields(transaction) : undefined;
  return letters || threeDS ? { ...letters, ThreeDSecure: threeDS } : undefined;
}

/** A partial approval takes money, but its code is not that of an approval. */
export const shownCode = ({ dials }: World, { isoCode }: Transaction): string =>
  isoCode === "00" && dials.partialApproval ? "10" : isoCode;

/** The AVS and CVV letters, if this kind of answer contains them. */
export function verificationLetters(world: World, transaction: Transaction, place: "payment" | "inquiry") {
  const { verificationLetters: dial } = world.dials;
  if (dial !== place && dial !== "both") return undefined;
  const { checksAddress, hasCvv, behaviour } = transaction;
  if (!checksAddress && !hasCvv) return undefined;
  return {
    AvsResponseCode: checksAddress ? behaviour.avs : undefined,
    CvvResponseCode: hasCvv ? behaviour.cvv : undefined,
  };
}

export function authenticationFields({ authentication }: Transaction): WireObject | undefined {
  if (!authentication) return undefined;
  return {
    Eci: authentication.eci ?? undefined,
    Cavv: authentication.cavv ?? undefined,
    Xid: authentication.cavv ? authentication.dsTransId : undefined,
    AuthenticationStatus: authentication.status ?? undefined,
    StatusReason: authentication.statusReason ?? undefined,
    ProtocolVersion: "2.1.0",
    FingerprintIndicator: authentication.fingerprintIndicator,
    DsTransId: authentication.dsTransId,
    ResponseCode: authentication.responseCode,
    CardholderInfo: authentication.cardholderInfo ?? undefined,
  };
}
