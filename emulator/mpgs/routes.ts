import type { Route as BaseRoute } from "@/emulator/base/emulation";
import { prepareHistory } from "./endpoints/history";
import { endpointOf, prepareOperation } from "./endpoints/operation";
import { prepareInformation, prepareOptions, prepareOrderQuery, prepareTransactionQuery } from "./endpoints/queries";
import { prepareCreateSession, prepareUpdateSession } from "./endpoints/sessions";
import { answerChallenge, endChallenge, endMethod, showChallenge, takeMethod } from "./three-ds/bank-pages";
import { paths } from "./three-ds/redirect-html";
import type { MpgsKinds } from "./world";

type Route = BaseRoute<MpgsKinds>;
type Method = Route["method"];

const api = String.raw`/api/rest/version/(?<version>\d+)`;
const merchant = `/merchant/(?<merchant>[^/]+)`;
const order = `/order/(?<order>[^/]+)`;
const transaction = `/transaction/(?<transaction>[^/]+)`;

const route = (method: Method, path: string, endpoint: Route["endpoint"], prepare: Route["prepare"]): Route => ({
  method,
  path: RegExp(`^${path}$`),
  endpoint,
  prepare,
});

export const routes: readonly Route[] = [
  route("GET", `${api}/information`, "information", prepareInformation),
  route("POST", `${api}${merchant}/paymentOptionsInquiry`, "options", prepareOptions),
  route("POST", `${api}${merchant}/session`, "createSession", prepareCreateSession),
  route("PUT", `${api}${merchant}/session/(?<session>[^/]+)`, "updateSession", prepareUpdateSession),
  route("PUT", `${api}${merchant}${order}${transaction}`, endpointOf, prepareOperation),
  route("GET", `${api}${merchant}${order}${transaction}`, "transaction", prepareTransactionQuery),
  route("GET", `${api}${merchant}${order}`, "order", prepareOrderQuery),
  route("GET", `/history/version/1${merchant}/transaction`, "history", prepareHistory),
  route("POST", paths.acsMethod, "method", takeMethod),
  route("POST", paths.methodDone, "method", endMethod),
  route("POST", paths.acsChallenge, "challenge", showChallenge),
  route("POST", paths.acsAnswer, "challenge", answerChallenge),
  route("POST", paths.challengeDone, "challenge", endChallenge),
];
