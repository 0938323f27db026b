import { findByToken } from "@/lib/checkout/session/store";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import type { Owner } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError, invalidField, selectedInvalid } from "@/lib/kit/errors";
import { formatMinor } from "@/lib/kit/money";
import { parseUrl } from "@/lib/kit/urls";
import { createGuardedCaller } from "@/lib/webhooks/delivery/send";
import { sendErrors } from "@/lib/webhooks/delivery/send-errors";
import { endpointToSign } from "@/lib/webhooks/endpoints/manage-endpoints";
import { readTarget } from "@/lib/webhooks/endpoints/targets";
import type { testIntegrationForm } from "./contract";
import type { KitLimits, KitTarget } from "./kit-target";
import { KitRefusal, type ReadCheckout } from "./place-order";
import { tooSlow } from "./plain-fetch";
import { requireHostProof } from "./prove-hosts";
import { type Registered, registeredHosts } from "./registered-hosts";
import { reportHeadline } from "./report-page";
import { runKit, usualLimits } from "./run-kit";
import { type FetchOnce, proofHeader, readBytesMax } from "./shop-browser";
import { saveReport } from "./store";
import { orderWords } from "./verdict";

/** Below the 60 seconds after which proxies give up, because the browser waits for the run. */
const dashboardLimits: KitLimits = { ...usualLimits, runMs: 45 * second };

/** Runs the kit against the account's own shop and keeps the report. No transaction is open meanwhile. */
export async function testIntegration(
  owner: Owner,
  body: BodyOf<typeof testIntegrationForm>,
  limits: KitLimits = dashboardLimits,
) {
  if (owner.environment !== "sandbox") throw new AppError("invalid", "The kit tests the sandbox only.");
  const registered = await registeredHosts(owner);
  const target = await readKitTarget(owner, body, registered);
  const addresses = addressesOf(target);
  // A redirect to another registered host is not followed, because that host is not proven.
  const mayVisit = (url: URL) => registered.mayVisit(url) && addresses.some(({ host }) => host === url.host);
  const caller = createGuardedCaller();
  // Only the demo shop is on our own host.
  const ownOrigin = new URL(env().PUBLIC_URL).origin;
  const foreign = addresses.filter(({ origin }) => origin !== ownOrigin);
  const tools = {
    fetchOnce: guardedFetch(caller.call, mayVisit),
    mayVisit,
    prove: (fetchOnce: FetchOnce) =>
      requireHostProof({ accountNumber: owner.accountNumber, addresses: foreign }, fetchOnce),
    readCheckout: checkoutOf(owner),
    docsOrigin: env().PUBLIC_URL,
    limits,
  };
  const ranAt = now();
  const report = await runKit(target, tools).catch(toAppError).finally(caller.close);
  await saveReport(owner.accountNumber, ranAt, report);
  return { message: "OK" as const, data: { headline: reportHeadline(report) } };
}

function toAppError(error: unknown): never {
  throw error instanceof KitRefusal
    ? new AppError("invalid", error.message, { refusal: { reason: "as_written" } })
    : error;
}

async function readKitTarget(
  owner: Owner,
  body: BodyOf<typeof testIntegrationForm>,
  registered: Registered,
): Promise<KitTarget> {
  const check = (field: string, text: string) => requireRegistered(field, text, registered);
  const { return_url, order_status_url = null, start_url = null, start_body = null, webhook_id } = body;
  check("return_url", return_url);
  if (order_status_url !== null) {
    if (!order_status_url.includes("{order_id}")) throw invalidField("order_status_url", "must contain {order_id}.");
    const [one = "", other = ""] = ["1", "2"].map((id) => order_status_url.replaceAll("{order_id}", id));
    if (parseUrl(one)?.origin !== parseUrl(other)?.origin) {
      throw invalidField("order_status_url", "must have {order_id} in its path or query only.");
    }
    check("order_status_url", one);
  }
  if (start_url !== null) check("start_url", start_url);
  const endpoint = webhook_id ? await endpointToSign(owner, webhook_id) : null;
  if (webhook_id && !endpoint) throw selectedInvalid("webhook_id");
  if (endpoint) check("webhook_id", endpoint.url);
  return {
    returnUrl: return_url,
    orderStatusUrl: order_status_url,
    webhookUrl: endpoint?.url ?? null,
    start: start_url === null ? null : { url: start_url, body: start_body },
    orders: [],
    accountNumber: owner.accountNumber,
    secrets: await merchantSecrets(owner.accountNumber, "sandbox"),
    webhookSecret: endpoint?.secret ?? null,
    words: orderWords(body.paid_words, body.unpaid_words),
  };
}

/** Every address that the form names. `{order_id}` is in a path or a query. */
const addressesOf = ({ returnUrl, orderStatusUrl, webhookUrl, start }: KitTarget): URL[] =>
  [returnUrl, orderStatusUrl, webhookUrl, start?.url].flatMap((address) => (address ? new URL(address) : []));

function requireRegistered(field: string, text: string, { hosts, mayVisit }: Registered): void {
  if (mayVisit(readTarget(text, { field }))) return;
  const listed = hosts.length > 0 ? `: ${hosts.join(", ")}` : "";
  throw invalidField(field, `must be on a host that you have registered${listed}. Add it under Allowed addresses.`, {
    rule: "unavailable",
  });
}

/** Reads the session of an order that this account's shop placed. */
const checkoutOf =
  ({ accountNumber }: Owner): ReadCheckout =>
  async (token) => {
    const session = await findByToken(token);
    if (!session || session.accountNumber !== accountNumber) return null;
    const { environment, transactionId, orderId, currency, total, customerFee, feeStructure, data, responseUrl } =
      session;
    return {
      ...{ environment, currency, fee_structure: feeStructure, data: data ?? "", response_url: responseUrl },
      ...{ transaction_id: transactionId, order_id: orderId },
      ...{ total: formatMinor(total), fee: formatMinor(customerFee) },
    };
  };

const guardedFetch =
  (call: ReturnType<typeof createGuardedCaller>["call"], mayVisit: Registered["mayVisit"]): FetchOnce =>
  async (request) => {
    if (!mayVisit(request.url)) throw new Error("The kit must not call this address.");
    const { status, error, response, headers, durationMs } = await call({ ...request, bytesMax: readBytesMax });
    return {
      status,
      error: error === sendErrors.tooSlow ? tooSlow(request.timeoutMs) : error,
      text: response ?? "",
      contentType: headers["content-type"] ?? "",
      location: headers.location ?? null,
      cookies: headers["set-cookie"] ?? [],
      proof: headers[proofHeader.toLowerCase()]?.toString() ?? null,
      durationMs,
    };
  };
