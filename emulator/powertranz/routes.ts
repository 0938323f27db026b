import type { Route as BaseRoute } from "@/emulator/base/emulation";
import { json } from "@/emulator/base/wire/answers";
import { fixedAnswer } from "@/emulator/base/wire/request";
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
import type { PowertranzKinds } from "./world";

type Route = BaseRoute<PowertranzKinds>;

/** Paths are case-insensitive. */
const exactly = (path: string) => new RegExp(`^${path}/?$`, "i");

const get = (path: RegExp, endpoint: FaultEndpoint, prepare: Route["prepare"]): Route => ({
  method: "GET",
  path,
  endpoint,
  prepare,
});

const post = (path: string, endpoint: FaultEndpoint, prepare: Route["prepare"]): Route => ({
  method: "POST",
  path: exactly(path),
  endpoint,
  prepare,
});

const sale = (path: string, type: 1 | 2): Route =>
  post(path, "sale", (world, request, origin) =>
    prepareSale(world, request, { type, isSpi: path.startsWith("/api/spi/"), origin }),
  );

const followUp = (name: "void" | "refund" | "capture"): Route =>
  post(`/api/${name}`, name, (world, request) => prepareFollowUp(world, request, name));

const alive = json({ Name: "PowerTranz emulator", Status: "Alive" });

export const routes: readonly Route[] = [
  get(exactly("/api/alive"), "alive", () => fixedAnswer(alive)),
  sale("/api/spi/sale", 2),
  sale("/api/spi/auth", 1),
  sale("/api/sale", 2),
  sale("/api/auth", 1),
  post("/api/spi/payment", "payment", preparePayment),
  followUp("capture"),
  followUp("void"),
  followUp("refund"),
  get(exactly("/api/transactions/search"), "search", prepareSearch),
  get(/^\/api\/transactions\/ordersearch\/(?<id>[^/]+)\/?$/i, "orderSearch", prepareOrderSearch),
  get(/^\/api\/transactions\/(?<id>[^/]+)\/?$/i, "transaction", prepareInquiry),
  post(paths.conductor, "conductor", startConductor),
  post(paths.fingerprintDone, "conductor", endFingerprint),
  post(paths.resume, "conductor", resumeConductor),
  post(paths.challengeDone, "conductor", endChallenge),
  post(paths.acsMethod, "conductor", takeFingerprint),
  post(paths.acsChallenge, "challenge", showChallenge),
  post(paths.acsAnswer, "challenge", answerChallenge),
];
