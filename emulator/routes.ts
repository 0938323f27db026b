import { preparePayment } from "./endpoints/payment";
import { prepareInquiry, prepareOrderSearch, prepareSearch } from "./endpoints/queries";
import { prepareFollowUp } from "./endpoints/reversals";
import { prepareSale } from "./endpoints/sale";
import type { FaultEndpoint } from "./faults";
import { paths } from "./pages/conductor-pages";
import {
  answerChallenge,
  endChallenge,
  endFingerprint,
  resumeConductor,
  showChallenge,
  startConductor,
  takeFingerprint,
} from "./three-ds/conductor";
import { json } from "./wire/answers";
import { fixedAnswer, type Prepared, type WireRequest } from "./wire/request";
import type { World } from "./world";

export type Route = {
  method: "GET" | "POST";
  /** In lower case, because paths are case-insensitive. A named group `id` is the identifier of a transaction. */
  path: RegExp;
  endpoint: FaultEndpoint;
  prepare: (world: World, request: WireRequest, origin: string) => Prepared;
};

const exactly = (path: string) => new RegExp(`^${path.toLowerCase()}/?$`);

const sale = (path: string, type: 1 | 2): Route => ({
  method: "POST",
  path: exactly(path),
  endpoint: "sale",
  prepare: (world, request, origin) =>
    prepareSale(world, request, { type, isSpi: path.startsWith("/api/spi/"), origin }),
});

const followUp = (name: "void" | "refund" | "capture"): Route => ({
  method: "POST",
  path: exactly(`/api/${name}`),
  endpoint: name,
  prepare: (world, request) => prepareFollowUp(world, request, name),
});

const page = (path: string, endpoint: FaultEndpoint, prepare: Route["prepare"]): Route => ({
  method: "POST",
  path: exactly(path),
  endpoint,
  prepare,
});

const alive = json({ Name: "PowerTranz emulator", Status: "Alive" });

export const routes: readonly Route[] = [
  { method: "GET", path: exactly("/api/alive"), endpoint: "alive", prepare: () => fixedAnswer(alive) },
  sale("/api/spi/sale", 2),
  sale("/api/spi/auth", 1),
  sale("/api/sale", 2),
  sale("/api/auth", 1),
  { method: "POST", path: exactly("/api/spi/payment"), endpoint: "payment", prepare: preparePayment },
  followUp("capture"),
  followUp("void"),
  followUp("refund"),
  { method: "GET", path: exactly("/api/transactions/search"), endpoint: "search", prepare: prepareSearch },
  {
    method: "GET",
    path: /^\/api\/transactions\/ordersearch\/(?<id>[^/]+)\/?$/,
    endpoint: "orderSearch",
    prepare: prepareOrderSearch,
  },
  { method: "GET", path: /^\/api\/transactions\/(?<id>[^/]+)\/?$/, endpoint: "transaction", prepare: prepareInquiry },
  page(paths.conductor, "conductor", startConductor),
  page(paths.fingerprintDone, "conductor", endFingerprint),
  page(paths.resume, "conductor", resumeConductor),
  page(paths.challengeDone, "conductor", endChallenge),
  page(paths.acsMethod, "conductor", takeFingerprint),
  page(paths.acsChallenge, "challenge", showChallenge),
  page(paths.acsAnswer, "challenge", answerChallenge),
];
