import { deliveryFaultKinds, type Fault, returnEndpoint, returnFaultKinds } from "./faults";
import type { SentAnswer, WireValue } from "./wire/answers";
import type { WireRequest } from "./wire/request";

type Sentences = Readonly<Record<string, string>>;

/** What one gateway adds to the faults. */
export type OwnFaults = {
  endpoints: readonly string[];
  /** Kinds whose answers have the form of this gateway. */
  kinds: Sentences;
  forgeries: Sentences;
  /** The answer of a fault that prevents the work. Null for the other kinds. */
  refuse(fault: Fault, transactionIdentifier: string | null, request: WireRequest): SentAnswer | null;
  /** Changes the body of an answer as the fault says. */
  falsify(body: WireValue, fault: Fault | null): WireValue;
};

/** Returns the reason why a fault is not valid, or null. */
export function faultProblem(own: OwnFaults, fault: Record<string, unknown>): string | null {
  const { endpoint, kind, ms, code, times, transactionIdentifier, forge } = fault;
  const known = ["endpoint", "kind", "ms", "code", "times", "transactionIdentifier", "forge"];
  const unknown = Object.keys(fault).find((name) => !known.includes(name));
  if (unknown) return `A fault has no field ${unknown}.`;
  const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) >= 0);
  if (!own.endpoints.some((name) => name === endpoint)) return `endpoint must be one of ${own.endpoints.join(", ")}.`;
  const kinds = { ...deliveryFaultKinds, ...own.kinds, ...(endpoint === returnEndpoint ? returnFaultKinds : {}) };
  if (!Object.hasOwn(kinds, String(kind))) return `kind must be one of ${Object.keys(kinds).join(", ")}.`;
  if (!isCount(ms) || !isCount(times)) return "ms and times must be whole numbers of at least 0.";
  if (!["undefined", "string"].includes(typeof transactionIdentifier)) return "transactionIdentifier must be a string.";
  if (!["undefined", "string"].includes(typeof code)) return "code must be a string.";
  if (forge !== undefined && !Object.hasOwn(own.forgeries, String(forge)))
    return `forge must be one of ${Object.keys(own.forgeries).join(", ")}.`;
  return null;
}
