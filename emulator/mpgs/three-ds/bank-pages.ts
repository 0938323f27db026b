import type { Fault } from "@/emulator/base/faults";
import { bankPage, isPassed } from "@/emulator/base/pages/bank-page";
import { htmlDocument, messagePage, selfSubmittingForm } from "@/emulator/base/pages/document";
import { returnPage } from "@/emulator/base/pages/return-page";
import { type Answer, showPage } from "@/emulator/base/wire/answers";
import { formatMinor } from "@/emulator/base/wire/raw-json";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import { newId } from "@/emulator/mpgs/ids";
import { type Authentication, findTransaction, type Order, type Transaction } from "@/emulator/mpgs/orders";
import type { World } from "@/emulator/mpgs/world";
import { decode, encodeChallengeResult, paths } from "./redirect-html";
import { recordResult, returnFields } from "./result";

type Step = (world: World, request: WireRequest, origin: string) => Prepared;
type Found = { order: Order; transaction: Transaction; authentication: Authentication };

const unknownPage = showPage(messagePage("The authentication is unknown", "Start the payment again."), 400);

const formOf = ({ body }: WireRequest): URLSearchParams => new URLSearchParams(body);

/** Finds the authentication by the ids in an encoded field of a form. */
function findAuthentication(world: World, request: WireRequest, name: string): Found | null {
  const { acsTransID, threeDSServerTransID } = decode(formOf(request).get(name) ?? "");
  const place = world.own.authentications.get(String(acsTransID ?? threeDSServerTransID));
  const order = place && world.find(place.profileId, place.orderId);
  const transaction = order && findTransaction(order, place.transactionId);
  return order && transaction?.authentication
    ? { order, transaction, authentication: transaction.authentication }
    : null;
}

function inAuthentication(
  name: string,
  work: (found: Found, call: { world: World; request: WireRequest; origin: string }) => Answer,
): Step {
  return (world, request, origin) => {
    const found = findAuthentication(world, request, name);
    if (!found) return fixedAnswer(unknownPage);
    return {
      transactionIdentifier: found.order.transactionIdentifier,
      work: () => work(found, { world, request, origin }),
    };
  };
}

/** So the page has loaded before it reports, as that of a bank whose scripts look at the browser. */
const lookMs = 200;

/** The issuer's page that looks at the browser. It works only with the notification address of this emulator. */
export const takeMethod: Step = (_world, request, origin) => {
  const threeDSMethodData = formOf(request).get("threeDSMethodData") ?? "";
  const action = String(decode(threeDSMethodData).threeDSMethodNotificationURL);
  if (!action.startsWith(`${origin}/`)) return fixedAnswer(unknownPage);
  const form = selfSubmittingForm({ action, fields: { threeDSMethodData } }, lookMs);
  return fixedAnswer(showPage(htmlDocument("Checking your browser", form)));
};

/** The issuer tells the gateway that its page has ended. After AUTHENTICATE_PAYER it is too late. */
export const endMethod: Step = inAuthentication("threeDSMethodData", ({ order, authentication }, { world }) => {
  if (authentication.status === "AUTHENTICATION_AVAILABLE") {
    authentication.methodCompleted = true;
    world.save(order);
  }
  return showPage(messagePage("Checking your browser", "Done."));
});

export const showChallenge: Step = inAuthentication("creq", ({ order }, { request, origin }) =>
  showPage(
    bankPage({
      action: `${origin}${paths.acsAnswer}`,
      fields: { creq: formOf(request).get("creq") ?? "" },
      amount: formatMinor(order.amountMinor),
      currency: order.currency,
      lastFour: order.card.lastFour,
    }),
  ),
);

/** The bank decides at the first answer, and tells the gateway. */
export const answerChallenge: Step = inAuthentication("creq", (found, { world, request, origin }) => {
  const { order, transaction, authentication } = found;
  if (authentication.status === "AUTHENTICATION_PENDING")
    recordResult(world, order, transaction, isPassed(formOf(request)) ? order.card.behaviour.passed : "N");
  const fields = { cres: encodeChallengeResult(authentication) };
  return showPage(htmlDocument("Your bank", selfSubmittingForm({ action: `${origin}${paths.challengeDone}`, fields })));
});

/** The gateway's page sends the browser back to the merchant. The result is what the bank told, not the form. */
export const endChallenge: Step = inAuthentication("cres", ({ order, transaction, authentication }) => ({
  kind: "return",
  transactionIdentifier: order.transactionIdentifier,
  page: (fault) => {
    const fields = forge(returnFields(order, transaction), fault);
    return returnPage({ action: authentication.redirectResponseUrl, fields }, fault);
  },
  answered: () => {},
}));

function forge(fields: Record<string, string>, fault: Fault | null): Record<string, string> {
  if (fault?.kind !== "forged") return fields;
  if (fault.forge === "order") return { ...fields, "order.id": newId() };
  if (fault.forge === "transaction") return { ...fields, "transaction.id": newId() };
  return { ...fields, "response.gatewayRecommendation": "PROCEED", result: "SUCCESS" };
}
