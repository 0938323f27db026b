import type { Caller } from "@/lib/http/message/caller";
import { AppError } from "@/lib/kit/errors";
import { type EventName, eventNames, events, everyEvent, readableEvents, readScopes } from "@/lib/reference/events";
import type { Scope } from "@/lib/reference/scopes";

/**
 * An event carries a record, such as a transaction. So a credential can list, resend or subscribe to an event only with
 * the scope that reads this record.
 */

type Reader = Pick<Caller, "accountType" | "credential" | "scopes">;

/** Returns the events that a caller may see. Undefined means all events, so queries need no filter. */
export function visibleEvents({ scopes }: Reader): EventName[] | undefined {
  const readable = readableEvents(scopes);
  return readable.length < eventNames.length ? readable : undefined;
}

/** The events that `*` subscribes to. Personal accounts have no trusted cards, so they get no events about them. */
const everyEventOf = ({ accountType }: Reader): EventName[] =>
  eventNames.filter((name) => accountType === "BUSINESS" || events[name].carries !== "trusted_card");

/** The events that the dashboard lets a member subscribe to. */
export function offeredEvents(caller: Reader): string[] {
  const readable = readableEvents(caller.scopes);
  return everyEventOf(caller).every((name) => readable.includes(name)) ? [everyEvent, ...readable] : readable;
}

/** Refuses events whose records the caller may not read. `*` is refused too if it includes such an event. */
export function requireReadable(caller: Reader, wanted: readonly string[]): void {
  const readable = readableEvents(caller.scopes);
  const names = wanted.includes(everyEvent) ? everyEventOf(caller) : eventNames.filter((name) => wanted.includes(name));
  const missing = new Set(names.filter((name) => !readable.includes(name)).map((name) => events[name].carries));
  if (missing.size === 0) return;
  const scopes = [...missing].map((carried) => readScopes[carried]).filter((scope): scope is Scope => scope !== null);
  throw new AppError(
    "forbidden",
    caller.credential.kind === "member"
      ? "These events carry records that your role may not read. Ask an owner."
      : `These events carry records that need further scopes: ${scopes.join(", ")}.`,
    { refusal: { reason: "beyond_role_events" } },
  );
}
