export const faultEndpoints = [
  "alive",
  "sale",
  "payment",
  "transaction",
  "search",
  "orderSearch",
  "void",
  "refund",
  "capture",
  "conductor",
  "challenge",
  "return",
] as const;
export type FaultEndpoint = (typeof faultEndpoints)[number];

/** The kinds of fault. "The work" is the change that the request causes, such as a charge. */
export const faultKinds = {
  delay: "Does the work, and answers after `ms`.",
  hang: "Never answers and does not do the work. The socket stays open.",
  lost_after: "Does the work, then destroys the socket.",
  lost_before: "Destroys the socket without doing the work.",
  http_404_empty: "Answers HTTP 404 without a body and does not do the work.",
  http_500_empty: "Answers HTTP 500 without a body and does not do the work.",
  http_500_after: "Does the work, then answers HTTP 500 without a body.",
  html: "Answers HTTP 200 with an HTML page and does not do the work.",
  html_after: "Does the work, then answers HTTP 200 with an HTML page.",
  null: "Answers HTTP 200 with the body null and does not do the work.",
  null_after: "Does the work, then answers HTTP 200 with the body null.",
  garbage_after: "Does the work, then answers with half of the JSON.",
  huge_after: "Does the work, then answers with a body of 50 MB.",
  code: "Answers with the ISO code `code` for the transaction and does not do the work.",
  wrong_amount: "Does the work, and answers with another amount.",
  wrong_currency: "Does the work, and answers with another currency.",
  wrong_identifier: "Does the work, and answers with another TransactionIdentifier.",
  late_work: "Never answers, and does the work after `ms`.",
} as const;

/** Faults of the page that posts the result of 3-D Secure to the merchant. */
export const returnFaultKinds = {
  never: "The browser never posts to the merchant.",
  twice: "The browser posts twice.",
  late: "The browser posts after `ms`.",
  forged: "The browser posts a forged result; `forge` says which part is forged.",
} as const;

export const forgeries = {
  status: "The post says Approved true and status Y, also after the payer failed.",
  unsupported: "The post says that the card does not support 3-D Secure (3D1).",
  token: "The post has another SpiToken.",
  identifier: "The post has another TransactionIdentifier.",
} as const;

export type FaultKind = keyof typeof faultKinds | keyof typeof returnFaultKinds;
export type Forgery = keyof typeof forgeries;

export type Fault = {
  endpoint: FaultEndpoint;
  kind: FaultKind;
  ms?: number;
  /** Only for `code`. Without it, the code is 96. */
  code?: string;
  /** How many requests the fault affects. 0: until it is removed. */
  times?: number;
  /** Without it, the fault affects every transaction. */
  transactionIdentifier?: string;
  /** Only for `forged`. */
  forge?: Forgery;
};

/** Returns the reason why a fault is not valid, or null. */
export function faultProblem(fault: Record<string, unknown>): string | null {
  const { endpoint, kind, ms, code, times, transactionIdentifier, forge } = fault;
  const known = ["endpoint", "kind", "ms", "code", "times", "transactionIdentifier", "forge"];
  const unknown = Object.keys(fault).find((name) => !known.includes(name));
  if (unknown) return `A fault has no field ${unknown}.`;
  const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) >= 0);
  if (!faultEndpoints.some((name) => name === endpoint)) return `endpoint must be one of ${faultEndpoints.join(", ")}.`;
  const kinds = { ...faultKinds, ...(endpoint === "return" ? returnFaultKinds : {}) };
  if (!Object.hasOwn(kinds, String(kind))) return `kind must be one of ${Object.keys(kinds).join(", ")}.`;
  if (!isCount(ms) || !isCount(times)) return "ms and times must be whole numbers of at least 0.";
  if (!["undefined", "string"].includes(typeof transactionIdentifier)) return "transactionIdentifier must be a string.";
  if (!["undefined", "string"].includes(typeof code)) return "code must be a string.";
  if (forge !== undefined && !Object.hasOwn(forgeries, String(forge)))
    return `forge must be one of ${Object.keys(forgeries).join(", ")}.`;
  return null;
}

type ActiveFault = Fault & { times: number };

/** Chooses a fault for a request that no listed fault affects. */
export type DrawFault = (endpoint: FaultEndpoint) => Fault | null;

export class FaultList {
  #faults: ActiveFault[] = [];
  #draw: DrawFault = () => null;

  get all(): readonly ActiveFault[] {
    return this.#faults;
  }

  add(fault: Fault): void {
    this.#faults.push({ ...fault, times: fault.times ?? 1 });
  }

  drawWith(draw: DrawFault): void {
    this.#draw = draw;
  }

  clear(): void {
    this.#faults = [];
    this.#draw = () => null;
  }

  /** Returns the oldest fault that affects this request, and counts it down. */
  take(endpoint: FaultEndpoint, transactionIdentifier: string | null): Fault | null {
    const found = this.#faults.find(
      (fault) =>
        fault.endpoint === endpoint &&
        (fault.transactionIdentifier === undefined ||
          fault.transactionIdentifier.toLowerCase() === transactionIdentifier?.toLowerCase()),
    );
    if (!found) return this.#draw(endpoint);
    if (found.times === 1) this.#faults = this.#faults.filter((fault) => fault !== found);
    else if (found.times > 1) found.times -= 1;
    return { ...found };
  }
}
