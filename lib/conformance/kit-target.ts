import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import type { TestOrder } from "./messages";
import type { ReadCheckout, StartOrder } from "./place-order";
import type { CaseReport } from "./report";
import type { FetchOnce } from "./shop-browser";
import type { OrderWords } from "./verdict";

/** The shop under test, and the sandbox secrets that its account has. */
export type KitTarget = {
  returnUrl: string;
  /** `{order_id}` stands for the id of an order. */
  orderStatusUrl: string | null;
  webhookUrl: string | null;
  start: StartOrder | null;
  orders: readonly TestOrder[];
  accountNumber: string;
  secrets: MerchantSecrets;
  webhookSecret: string | null;
  words: OrderWords;
};

export type KitTools = {
  fetchOnce: FetchOnce;
  mayVisit: (url: URL) => boolean;
  readCheckout: ReadCheckout;
  /** The origin of the docs to which the report links. */
  docsOrigin: string;
  limits: KitLimits;
  /** Called before the run, with requests that count as the run's. Throws if the host must not be tested. */
  prove?: (fetchOnce: FetchOnce) => Promise<void>;
  /** Called after each case. */
  onCase?: (report: CaseReport) => void;
};

export type KitLimits = {
  /** The whole run. Cases that do not end in this time are reported as not seen. */
  runMs: number;
  pageMs: number;
  webhookMs: number;
  /** How long the shop may take to mark an order as paid after its answer. */
  settleMs: number;
};
