import { randomUUID } from "node:crypto";
import { type Answer, empty, json, silent, type WireObject } from "@/emulator/base/wire/answers";
import { isJsonObject, type JsonObject, readAmount, textField } from "@/emulator/base/wire/raw-json";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import { codeFields, messageOf } from "@/emulator/powertranz/iso-codes";
import { isSettled } from "@/emulator/powertranz/settlement";
import type { Terminal } from "@/emulator/powertranz/terminals";
import {
  approvedFollowUps,
  type FollowUp,
  type FollowUpName,
  followUpTypes,
  newReference,
  refundedMinor,
  type Transaction,
} from "@/emulator/powertranz/transactions";
import { type Finding, finding, invalid } from "@/emulator/powertranz/wire/findings";
import { authenticate, badCredentials, readJsonBody } from "@/emulator/powertranz/wire/request";
import { checkAmount, checkIdentifier } from "@/emulator/powertranz/wire/sale-rules";
import type { World } from "@/emulator/powertranz/world";
import { recordCapture } from "./charge";

type Order = { world: World; terminal: Terminal; body: JsonObject; name: FollowUpName };

/** A void, refund or capture of an earlier sale. */
export function prepareFollowUp(world: World, request: WireRequest, name: FollowUpName): Prepared {
  const reading = readJsonBody(world, request);
  if (reading.kind === "refused") return fixedAnswer(reading.answer);
  const body: JsonObject = isJsonObject(reading.value) ? reading.value : new Map();
  const terminal = authenticate(world, request);
  const findings = [...checkIdentifier(body), ...(name === "void" ? [] : checkAmount(body)), ...checkLink(body)];
  for (const { rule, detail } of findings) world.violate(name, rule, detail);
  const identifier = textField(body, "TransactionIdentifier");
  if (!terminal) return { transactionIdentifier: identifier, work: () => badCredentials };
  const order = { world, terminal, body, name };
  const { others, end } = world.startOperation(terminal.id, identifier ?? "", name);
  if (others.some((other) => other !== name && other !== "capture") && name !== "capture")
    world.violate(name, "void_during_refund", identifier ?? "");
  if (name === "refund") checkRefund(order);
  const isRefused = findings.some(({ refusal }) => refusal);
  const work = () => (isRefused ? refuse(order, null, "97", "Invalid field") : followUp(order));
  return { transactionIdentifier: identifier, work, ended: end };
}

const checkLink = (body: JsonObject): Finding[] =>
  body.get("Refund") === false ? [finding("refund_unlinked", "Refund is false.", invalid("Refund"))] : [];

const originalOf = ({ world, terminal, body }: Order): Transaction | null =>
  world.find(terminal.id, textField(body, "TransactionIdentifier") ?? "");

function amountOf({ body, name }: Order, original: Transaction): bigint {
  const amount = readAmount(body.get("TotalAmount"));
  if (name === "void" || amount.kind !== "amount") return original.amountMinor;
  return amount.minor;
}

function checkRefund(order: Order): void {
  const { world, body } = order;
  const original = originalOf(order);
  if (!original) return;
  const { transactionIdentifier } = original;
  const externalIdentifier = textField(body, "ExternalIdentifier");
  const earlier = approvedFollowUps(original, "refund");
  if (externalIdentifier && earlier.some((refund) => refund.externalIdentifier === externalIdentifier))
    world.violate("refund", "refund_repeated", transactionIdentifier);
  if (original.chargeCount > 0 && refundedMinor(original) + amountOf(order, original) > original.capturedMinor)
    world.violate("refund", "refund_over_amount", transactionIdentifier);
}

function followUp(order: Order): Answer {
  const { name, body } = order;
  const original = originalOf(order);
  const wasCharged = original?.completedAt != null;
  if (!original || !wasCharged) return name === "void" ? voidUnknown(order, original) : refuseUnknown(order);
  const currency = textField(body, "CurrencyCode");
  if (currency !== null && currency !== original.currency)
    return refuse(order, original, "12", "Invalid currency", "315");
  const isoCode = decide(order, original);
  if (isoCode !== "00") return refuse(order, original, isoCode, messageOf(isoCode));
  return accept(order, original);
}

function accept(order: Order, original: Transaction): Answer {
  const { world, name } = order;
  const record = addRecord(order, original, "00");
  if (name === "capture") recordCapture(original, record.amountMinor, record.at);
  if (name === "void") Object.assign(original, { state: "voided", voidedAt: record.at });
  world.save(original);
  return json(answerOf(original, record));
}

function decide(order: Order, original: Transaction): string {
  const { world, name } = order;
  const { state, behaviour, type, capturedMinor, amountMinor } = original;
  if (state !== "approved") return "12";
  const amount = amountOf(order, original);
  if (name === "capture") return type === 1 && capturedMinor === 0n && amount <= amountMinor ? "00" : "12";
  if (name === "refund") {
    if (capturedMinor === 0n) return "12";
    return amount === 0n || refundedMinor(original) + amount > capturedMinor ? "13" : behaviour.reversalIsoCode;
  }
  if (refundedMinor(original) > 0n) return "12";
  const { settledVoid } = world.dials;
  if (isSettled(world, original) && settledVoid !== "accepted") return settledVoid === "code_76" ? "76" : "12";
  return behaviour.reversalIsoCode;
}

function addRecord(order: Order, original: Transaction, isoCode: string): FollowUp {
  const record: FollowUp = {
    name: order.name,
    transactionIdentifier: randomUUID(),
    externalIdentifier: textField(order.body, "ExternalIdentifier"),
    amountMinor: amountOf(order, original),
    isoCode,
    rrn: newReference(12),
    at: order.world.now(),
  };
  original.followUps = [...original.followUps, record];
  return record;
}

function answerOf(original: Transaction, record: FollowUp): WireObject {
  return {
    OriginalTrxnIdentifier: original.transactionIdentifier,
    TransactionType: followUpTypes[record.name],
    Approved: record.isoCode === "00",
    TransactionIdentifier: record.transactionIdentifier,
    TotalAmount: record.amountMinor,
    CurrencyCode: original.currency,
    RRN: record.rrn,
    ...codeFields(record.isoCode),
    OrderIdentifier: original.orderIdentifier,
    ExternalIdentifier: record.externalIdentifier ?? undefined,
  };
}

/** A declined void or refund is recorded too, so that queries find it. */
function refuse(order: Order, original: Transaction | null, isoCode: string, message: string, errorCode = isoCode) {
  const errors = { Errors: [{ Code: isoCode === "96" ? "451" : errorCode, Message: message }] };
  if (!original) return json({ ...unlinkedAnswer(order, isoCode), ...errors });
  const record = addRecord(order, original, isoCode);
  order.world.save(original);
  return json({ ...answerOf(original, record), ...errors });
}

function unlinkedAnswer({ body, name }: Order, isoCode: string): WireObject {
  const amount = readAmount(body.get("TotalAmount"));
  return {
    OriginalTrxnIdentifier: textField(body, "TransactionIdentifier") ?? undefined,
    TransactionType: followUpTypes[name],
    Approved: isoCode === "00",
    TransactionIdentifier: randomUUID(),
    TotalAmount: amount.kind === "amount" ? amount.minor : 0n,
    RRN: newReference(12),
    ...codeFields(isoCode),
    ExternalIdentifier: textField(body, "ExternalIdentifier") ?? undefined,
  };
}

const refuseUnknown = (order: Order, isoCode = "25"): Answer => refuse(order, null, isoCode, messageOf(isoCode));

/** A void of a sale that does not exist or is not paid. */
function voidUnknown(order: Order, original: Transaction | null): Answer {
  const { world } = order;
  const { voidOfUnknown } = world.dials;
  if (voidOfUnknown === "http_404_empty") return empty(404);
  if (voidOfUnknown === "http_200_empty") return empty(200);
  if (voidOfUnknown === "silent") return silent;
  if (voidOfUnknown !== "approved") return refuseUnknown(order, voidOfUnknown.slice("code_".length));
  return original ? accept(order, original) : json(unlinkedAnswer(order, "00"));
}
