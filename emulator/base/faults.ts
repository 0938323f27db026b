/** The kinds of fault of every gateway. "The work" is the change that the request causes, such as a charge. */
export const deliveryFaultKinds = {
  delay: "Does the work, and answers after `ms`.",
  hang: "Never answers and does not do the work. The socket stays open.",
  late_work: "Never answers, and does the work after `ms`.",
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
} as const;
export type DeliveryFaultKind = keyof typeof deliveryFaultKinds;

/** The endpoint of the page that posts the result of 3-D Secure to the merchant. */
export const returnEndpoint = "return";

export const returnFaultKinds = {
  never: "The browser never posts to the merchant.",
  twice: "The browser posts twice.",
  late: "The browser posts after `ms`.",
  forged: "The browser posts a forged result; `forge` says which part is forged.",
} as const;

/** Names in a fault: its endpoint, the kinds that only this gateway has, and what a forged return forges. */
export type Fault<
  Endpoint extends string = string,
  OwnKind extends string = string,
  Forgery extends string = string,
> = {
  endpoint: Endpoint;
  kind: DeliveryFaultKind | keyof typeof returnFaultKinds | OwnKind;
  ms?: number;
  /** Only for `code`. */
  code?: string;
  /** How many requests the fault affects. 0: until it is removed. */
  times?: number;
  /** Without it, the fault affects every transaction. */
  transactionIdentifier?: string;
  /** Only for `forged`. */
  forge?: Forgery;
};

/** Chooses a fault for a request that no listed fault affects. */
export type DrawFault<F extends Fault> = (endpoint: F["endpoint"]) => F | null;

export class FaultList<F extends Fault> {
  #faults: (F & { times: number })[] = [];
  #draw: DrawFault<F> = () => null;

  get all(): readonly F[] {
    return this.#faults;
  }

  add(fault: F): void {
    this.#faults.push({ ...fault, times: fault.times ?? 1 });
  }

  drawWith(draw: DrawFault<F>): void {
    this.#draw = draw;
  }

  clear(): void {
    this.#faults = [];
    this.#draw = () => null;
  }

  /** Returns the oldest fault that affects this request, and counts it down. */
  take(endpoint: F["endpoint"], transactionIdentifier: string | null): F | null {
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
