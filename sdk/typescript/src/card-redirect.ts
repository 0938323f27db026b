import { InputError } from "./errors.js";
import {
  checkSignature,
  checkTransaction,
  isRefusal,
  type Query,
  readParameters,
  requireParameters,
} from "./signed-parameters.js";
import { checkSecrets } from "./text.js";

/** The result of storing a card, proven to come from us unless `isRefused` is true. */
export type CardResult = {
  /** Whether the card is stored. Then store `uuid` with your customer. */
  isStored: boolean;
  /** Whether we refused the request. `message` says why. Nothing proves it. */
  isRefused: boolean;
  status: string;
  message: string;
  /** Empty after a refused request. */
  transactionId: string;
  uuid: string | null;
  /** The amount that verifies the card. Only in the sandbox: in live, ask the card holder. */
  total: string | null;
};

/**
 * Verifies the result of storing a card, or throws a `RedirectError`. It has neither an order nor a hash.
 * @param transactionId The id that `requestCard` returned, or a list of several.
 */
export function verifyCardRedirect(
  query: Query,
  transactionId: string | readonly string[],
  signingSecrets: readonly string[],
): CardResult {
  checkSecrets("signingSecrets", signingSecrets);
  if (transactionId == null) throw new InputError("transactionId", "is missing.");
  const given = readParameters(query, "uuid");
  const isRefused = isRefusal(given);
  const isStored = given.status === "success";
  if (!isRefused) {
    requireParameters(given, ["status", "transaction_id", "message", ...(isStored ? ["uuid"] : [])]);
    checkSignature(given, signingSecrets);
    checkTransaction(given, transactionId);
  }
  const { status = "", message = "", transaction_id = "", uuid = null, total = null } = given;
  return { isStored, isRefused, status, message, transactionId: transaction_id, uuid: isStored ? uuid : null, total };
}
