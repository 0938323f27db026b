import type { CardFacts, Order } from "@/emulator/mpgs/orders";
import { broken, type Finding } from "@/emulator/mpgs/wire/findings";
import type { Session, SessionCard } from "@/emulator/mpgs/world";
import { type Call, field, findOrder } from "./call";
import { checkSession, factsOf } from "./sessions";

/** Checks the session that a request names. A request that names none is refused for its fields. */
export function checkSessionOf({ world, profile, apiVersion, ...call }: Call): Finding[] {
  const id = call.leaves.get("session.id")?.text ?? null;
  return id === null ? [] : checkSession(world, { id, profile, apiVersion, needsCard: true });
}

type Filled = { session: Session; card: SessionCard; facts: CardFacts };

/** The session of a request, with its card. Null if `checkSessionOf` has a finding. */
export function sessionOf(call: Call): Filled | null {
  const session = call.world.own.sessions.get(field(call, "session.id") ?? "");
  return session?.card ? { session, card: session.card, facts: factsOf(session.card) } : null;
}

/** The session of a request that was checked. */
export function requireSession(call: Call): Filled {
  const filled = sessionOf(call);
  if (!filled) throw new Error("The session of a checked request is gone.");
  return filled;
}

/** The order of a request, or a new one. */
export function openOrder(call: Call, card: CardFacts): Order {
  const { world, profile, orderId } = call;
  const order: Order = findOrder(call) ?? {
    transactionIdentifier: orderId,
    terminal: profile.id,
    reference: null,
    notificationUrl: null,
    amountMinor: 0n,
    currency: "",
    card,
    street: null,
    transactions: [],
    createdAt: world.now(),
    settledAt: null,
    chargebackMinor: 0n,
  };
  order.card = card;
  order.currency = field(call, "order.currency") ?? order.currency;
  order.reference = field(call, "order.reference") ?? order.reference;
  order.notificationUrl = field(call, "order.notificationUrl") ?? order.notificationUrl;
  order.street = field(call, "billing.address.street") ?? order.street;
  return order;
}

export const cardChanged = (): Finding =>
  broken("card_changed", "The session has another card than the authentication.", "sourceOfFunds.provided.card.number");
