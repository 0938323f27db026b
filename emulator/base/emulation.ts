import type { Certification } from "./certification";
import type { DialWords } from "./dials";
import type { OwnFaults } from "./own-faults";
import type { CommonRule } from "./violations";
import type { Prepared, WireRequest } from "./wire/request";
import type { Kinds, World } from "./world";

/** A path of the gateway, or of the bank. */
export type Route<K extends Kinds> = {
  method: "GET" | "POST" | "PUT";
  /** Named groups are the parameters of the path. */
  path: RegExp;
  /** The name in faults and violations. Where the body names the operation, a function reads it from there. */
  endpoint: K["fault"]["endpoint"] | ((body: string) => K["fault"]["endpoint"]);
  prepare: (world: World<K>, request: WireRequest, origin: string) => Prepared;
};

export type Row = readonly (string | number)[];

/** What the control page shows of one gateway. */
export type ControlPageTables<Shown> = {
  transactions: { heads: readonly string[]; row: (transaction: Shown) => Row };
  terminals: { heads: readonly string[]; rows: readonly Row[] };
  cards: { heads: readonly string[]; rows: readonly Row[]; hint: string };
};

/** A card for each flow of a payment. All have a correct check digit. */
export type FlowCards = Readonly<
  Record<
    | "frictionless"
    | "fingerprint"
    | "challenged"
    | "fingerprintThenChallenge"
    | "unsupported"
    | "unavailable"
    | "noFunds",
    string
  >
>;

/** Everything that the emulator of one gateway adds to the base. */
export type Emulation<K extends Kinds> = {
  /** The acquirer's name in the registry. */
  acquirer: string;
  title: string;
  /** Where the merchant's calls go, such as `/api/`. */
  apiPath: string;
  /** A merchant account for each platform, in the order of the platforms. */
  merchants: readonly { merchantId: string; secrets: Readonly<Record<string, string>> }[];
  routes: readonly Route<K>[];
  /** Endpoints that the payer's browser calls. They have no rate limit. */
  browserEndpoints: readonly K["fault"]["endpoint"][];
  /** Matches the names of credentials, which must not be in a query. */
  credentialName: RegExp;
  dials: DialWords<K["dials"]>;
  faults: OwnFaults;
  /** All rules that requests can break, with those of the base. */
  rules: Readonly<Record<K["rule"] | CommonRule, string>>;
  createOwn: () => K["own"];
  /** A transaction without card data. */
  present: (world: World<K>, transaction: K["transaction"]) => K["shown"];
  /** Settles every sale so far. */
  settle: (world: World<K>) => void;
  tables: ControlPageTables<K["shown"]>;
  /** Further commands of the control API, at `POST /emulator/<name>`. Each may throw a `ControlError`. */
  commands?: Readonly<Record<string, (world: World<K>, fields: Readonly<Record<string, unknown>>) => void>>;
  /** The questions for a real gateway. */
  loadCertification: () => Promise<Certification>;
  /** The merchant accounts, for the command that starts the emulator. */
  accountLines: readonly string[];
  /** Describes `flowCards`, for commands. */
  cardLines: readonly string[];
  flowCards: FlowCards;
};
