import { checkoutToken } from "@/lib/checkout/session/session-token";
import { hasLiveAcquirer, isServed } from "@/lib/gateway/route";
import { env } from "@/lib/kit/env";
import { AppError, invalidField } from "@/lib/kit/errors";
import { newTransactionId, newUlid } from "@/lib/kit/ids";
import type { Environment } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import { newEvent } from "@/lib/webhooks/emit";
import { type NewSession, recordOfNew, sessionSeconds } from "./new-session";
import { liveNotEnabled } from "./request-rules";
import { acceptSession, findSignedSession } from "./request-store";

type Required = "platform" | "currency" | "total" | "customerFee" | "merchantFee" | "feeStructure" | "method";

/** The columns of a new session that the caller sets. */
export type SessionRequest = Pick<NewSession, Required | "accountNumber" | "origin" | "responseUrl"> &
  Partial<NewSession> & { purpose: Purpose; environment: Environment; avs: boolean };

/**
 * Opens a session for a payment, for storing a card or for charging a stored card. The session is stored when the
 * function returns. The same signed request opens one session and always gets its answer.
 */
export async function openCheckoutSession(request: SessionRequest) {
  await checkServed(request);
  const id = newUlid();
  const transactionId = newTransactionId(request.environment);
  const { isLegacy = false, isProven = false, requestDigest = null } = request;
  // Without an order id from the merchant, the transaction id serves as the order id.
  const orderId = request.orderId ?? transactionId;
  // One spread, in front: V8 copies an object this wide quickly only then.
  const session = { ...request, isLegacy, isProven, requestDigest, orderId, id, transactionId };
  const owner = { accountNumber: request.accountNumber, environment: request.environment };
  const event = newEvent(owner, { event: "payment.created", subject: transactionId, data: recordOfNew(session) });
  const { isAccepted, isPaid } = await acceptSession({ session, sessionSeconds: sessionSeconds(request), event });
  if (isAccepted) return answerFor(session);
  const first = requestDigest && (await findSignedSession(owner, requestDigest));
  if (first) return answerFor(first);
  throw new AppError("invalid", isPaid ? "This order has already been paid." : "This order is being confirmed.");
}

const answerFor = ({ id, transactionId }: Pick<NewSession, "id" | "transactionId">) => ({
  url: checkoutUrl(id),
  message: "OK" as const,
  transaction_id: transactionId,
});

const checkoutUrl = (sessionId: string): string => `${env().PUBLIC_URL}/checkout/${checkoutToken(sessionId)}`;

type Served = Pick<SessionRequest, "purpose" | "environment" | "platform" | "currency">;

/**
 * A session that no terminal can charge is refused. A request to store a card has no currency, so it names the
 * platform.
 */
export async function checkServed({ purpose, environment, platform, currency }: Served): Promise<void> {
  if (await isServed({ environment, platform, currency })) return;
  if (!(await hasLiveAcquirer())) throw liveNotEnabled();
  throw purpose === "card_create"
    ? invalidField("country_code", "is not available for storing live cards yet.")
    : invalidField("currency", `is not available for live payments in ${platform} yet.`);
}
