import { type Answer, empty, json } from "@/emulator/base/wire/answers";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import { codeFields } from "@/emulator/powertranz/iso-codes";
import { findToken, hasExpired } from "@/emulator/powertranz/spi-tokens";
import { saleFields, type Transaction } from "@/emulator/powertranz/transactions";
import { readJsonBody } from "@/emulator/powertranz/wire/request";
import type { SpiToken, World } from "@/emulator/powertranz/world";
import { charge } from "./charge";

const refused = (transaction: Transaction | null): Answer =>
  json({
    ...(transaction ? saleFields(transaction) : { TransactionType: 2 }),
    Approved: false,
    ...codeFields("12"),
    Errors: [{ Code: "12", Message: "Invalid SpiToken" }],
  });

/** The body is only the token. Credentials are not required, because the token authorises the payment. */
export function preparePayment(world: World, request: WireRequest): Prepared {
  const reading = readJsonBody(world, request);
  if (reading.kind === "refused") return fixedAnswer(reading.answer);
  if (typeof reading.value !== "string") {
    world.violate("payment", "spi_token_in_object", "The body is not a JSON string.");
    return fixedAnswer(empty(400));
  }
  const found = findToken(world, reading.value);
  if (!found) {
    world.violate("payment", "spi_token_unknown", "The SpiToken is unknown.");
    return fixedAnswer(refused(null));
  }
  const { token, transaction } = found;
  checkSending(world, token, transaction);
  token.sends += 1;
  return {
    transactionIdentifier: transaction.transactionIdentifier,
    work: () => pay(world, token, findToken(world, token.text)?.transaction ?? transaction),
    answered: () => {
      token.isAnswered = true;
    },
  };
}

function checkSending(world: World, token: SpiToken, transaction: Transaction): void {
  const { transactionIdentifier } = transaction;
  if (token.sends > 0)
    world.violate("payment", token.isAnswered ? "spi_token_sent_twice" : "payment_sent_again", transactionIdentifier);
  if (hasExpired(world, token)) world.violate("payment", "spi_token_late", transactionIdentifier);
  if (transaction.failureReported)
    world.violate("payment", "payment_after_failed_authentication", transactionIdentifier);
}

function pay(world: World, token: SpiToken, transaction: Transaction): Answer {
  if (token.answer) {
    const { usedToken } = world.dials;
    if (usedToken === "same_answer") return token.answer;
    return usedToken === "http_400_empty" ? empty(400) : refused(transaction);
  }
  if (hasExpired(world, token))
    return world.dials.expiredToken === "http_400_empty" ? empty(400) : refused(transaction);
  token.answer = charge(world, transaction);
  return token.answer;
}
