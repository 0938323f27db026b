import { randomBytes } from "node:crypto";
import { type Answer, json, type WireObject } from "@/emulator/base/wire/answers";
import { isJsonObject, type JsonObject, objectField, readAmount, textField } from "@/emulator/base/wire/raw-json";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import { brandOf } from "@/emulator/powertranz/card-model";
import { findCard } from "@/emulator/powertranz/cards";
import { codeFields } from "@/emulator/powertranz/iso-codes";
import { redirectPage } from "@/emulator/powertranz/pages/redirect-page";
import { issueToken } from "@/emulator/powertranz/spi-tokens";
import type { Terminal } from "@/emulator/powertranz/terminals";
import { skipAuthentication } from "@/emulator/powertranz/three-ds/authentication";
import { saleFields, type Transaction, type TransactionType } from "@/emulator/powertranz/transactions";
import { hasCardExpired } from "@/emulator/powertranz/wire/card-rules";
import { invalid, type Refusal } from "@/emulator/powertranz/wire/findings";
import { authenticate, badCredentials, isGuid, readJsonBody } from "@/emulator/powertranz/wire/request";
import { checkSale } from "@/emulator/powertranz/wire/sale-rules";
import type { World } from "@/emulator/powertranz/world";
import { receiveIdentifier } from "@/emulator/powertranz/world";
import { charge } from "./charge";

type SaleKind = { type: TransactionType; isSpi: boolean; origin: string };

export function prepareSale(world: World, request: WireRequest, kind: SaleKind): Prepared {
  const reading = readJsonBody(world, request);
  if (reading.kind === "refused") return fixedAnswer(reading.answer);
  const body: JsonObject = isJsonObject(reading.value) ? reading.value : new Map();
  const terminal = authenticate(world, request);
  const findings = checkSale(body);
  for (const { rule, detail } of findings) world.violate(request.endpoint, rule, detail);
  const transactionIdentifier = textField(body, "TransactionIdentifier");
  if (terminal && transactionIdentifier && isGuid(transactionIdentifier)) {
    const isReused = receiveIdentifier(world, terminal.id, transactionIdentifier);
    if (isReused) world.violate(request.endpoint, "transaction_identifier_reused", transactionIdentifier);
  }
  const refusal = findings.find((finding) => finding.refusal)?.refusal ?? null;
  const work = () => {
    if (!terminal) return badCredentials;
    return refusal ? refuse(body, kind, refusal) : sell(world, terminal, body, kind);
  };
  return { transactionIdentifier, work };
}

function refuse(body: JsonObject, { type }: SaleKind, { isoCode, errorCode, message }: Refusal): Answer {
  const amount = readAmount(body.get("TotalAmount"));
  return json({
    TransactionType: type,
    Approved: false,
    TransactionIdentifier: textField(body, "TransactionIdentifier") ?? undefined,
    TotalAmount: amount.kind === "amount" ? amount.minor : undefined,
    CurrencyCode: textField(body, "CurrencyCode") ?? undefined,
    ...codeFields(isoCode),
    OrderIdentifier: textField(body, "OrderIdentifier") ?? undefined,
    Errors: [{ Code: errorCode, Message: message }],
  });
}

const wrongCurrency: Refusal = { isoCode: "12", errorCode: "315", message: "Invalid currency" };
const duplicate = (isoCode: string): Refusal => ({ isoCode, errorCode: isoCode, message: "Duplicate transaction" });

function sell(world: World, terminal: Terminal, body: JsonObject, kind: SaleKind): Answer {
  const wantsThreeDS = body.get("ThreeDSecure") === true;
  if (wantsThreeDS && !kind.isSpi) return refuse(body, kind, invalid("ThreeDSecure"));
  if (!terminal.currencies.includes(textField(body, "CurrencyCode") ?? "")) return refuse(body, kind, wrongCurrency);
  const started = newTransaction(world, terminal, body, kind.type);
  const known = world.find(terminal.id, started.transactionIdentifier);
  const { duplicateIdentifier } = world.dials;
  if (known && duplicateIdentifier === "code_94") return refuse(body, kind, duplicate("94"));
  if (known && duplicateIdentifier === "error_97") return refuse(body, kind, duplicate("97"));
  const transaction = known && known.chargeCount > 0 ? startAgain(known) : started;
  world.save(transaction);
  if (wantsThreeDS) return preprocess(world, transaction, kind);
  return charge(world, transaction);
}

/** Keeps the charges so far, so that a second charge shows in `chargeCount`. */
const startAgain = (known: Transaction): Transaction => ({ ...known, authentication: null, failureReported: false });

function preprocess(world: World, transaction: Transaction, { origin }: SaleKind): Answer {
  const token = issueToken(world, transaction);
  const hasThreeDS = transaction.behaviour.flow !== "none" || world.dials.threeDS === "down_3D3";
  if (!hasThreeDS) skipAuthentication(world, transaction);
  const isoCode = transaction.authentication?.responseCode ?? "SP4";
  const redirect: WireObject = hasThreeDS ? { RedirectData: redirectPage(origin, token.text).text } : {};
  return json({
    ...saleFields(transaction),
    Approved: false,
    ...codeFields(isoCode),
    ExternalIdentifier: transaction.externalIdentifier ?? undefined,
    ...redirect,
    SpiToken: token.text,
  });
}

/** Called only for a body without findings that refuse it, so the required fields are there. */
function newTransaction(world: World, terminal: Terminal, body: JsonObject, type: TransactionType): Transaction {
  const source = objectField(body, "Source");
  const number = textField(source, "CardPan") ?? "";
  const amount = readAmount(body.get("TotalAmount"));
  const { number: _number, twin: _twin, ...behaviour } = findCard(number);
  const identifier = textField(body, "TransactionIdentifier") ?? "";
  return {
    transactionIdentifier: identifier,
    orderIdentifier: textField(body, "OrderIdentifier") ?? identifier,
    externalIdentifier: textField(body, "ExternalIdentifier"),
    terminal: terminal.id,
    type,
    amountMinor: amount.kind === "amount" ? amount.minor : 0n,
    currency: textField(body, "CurrencyCode") ?? "",
    brand: brandOf(number) ?? "Visa",
    lastFour: number.slice(-4),
    behaviour,
    hasExpired: hasCardExpired(textField(source, "CardExpiration") ?? "", world.now()),
    hasCvv: Boolean(textField(source, "CardCvv")),
    checksAddress: body.get("AddressVerification") === true,
    wantsThreeDS: body.get("ThreeDSecure") === true,
    merchantResponseUrl: textField(objectField(body, "ExtendedData"), "MerchantResponseUrl"),
    state: "preprocessed",
    isoCode: "SP4",
    authentication: null,
    failureReported: false,
    authorizationCode: null,
    rrn: null,
    hostRrn: null,
    panToken: randomBytes(20).toString("hex"),
    createdAt: world.now(),
    completedAt: null,
    capturedMinor: 0n,
    capturedAt: null,
    settledAt: null,
    voidedAt: null,
    chargeCount: 0,
    followUps: [],
  };
}
