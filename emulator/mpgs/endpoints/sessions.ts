import { createHash } from "node:crypto";
import { json } from "@/emulator/base/wire/answers";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import { brandOf, findCard } from "@/emulator/mpgs/cards";
import { newDigits, newId } from "@/emulator/mpgs/ids";
import type { CardFacts } from "@/emulator/mpgs/orders";
import type { Profile } from "@/emulator/mpgs/profiles";
import { badCredentials } from "@/emulator/mpgs/wire/errors";
import { type CheckedOperation, checkFields } from "@/emulator/mpgs/wire/fields";
import { broken, type Finding } from "@/emulator/mpgs/wire/findings";
import { type Leaves, leavesOf, textAt } from "@/emulator/mpgs/wire/leaves";
import { authenticate, readJsonBody } from "@/emulator/mpgs/wire/request";
import type { Session, SessionCard, World } from "@/emulator/mpgs/world";

const sessionLifeMs = 15 * 60_000;

type Work = (profile: Profile, leaves: Leaves) => ReturnType<Prepared["work"]>;
type Simple = { operation: CheckedOperation; check?: (profile: Profile, leaves: Leaves) => Finding[]; work: Work };

/** A request that names no order: it is refused for its first broken rule, and otherwise done. */
export function prepareSimple(world: World, request: WireRequest, { operation, check, work }: Simple): Prepared {
  const reading = readJsonBody(world, request);
  if (reading.kind === "refused") return fixedAnswer(reading.answer);
  const leaves = leavesOf(reading.body);
  const profile = authenticate(world, request);
  const findings = [...checkFields(operation, leaves, profile), ...((profile && check?.(profile, leaves)) ?? [])];
  for (const { rule, detail } of findings) if (rule) world.violate(request.endpoint, rule, detail);
  const refusal = findings.find(({ answer }) => answer)?.answer;
  return fixedWork(() => (profile ? (refusal ?? work(profile, leaves)) : badCredentials));
}

const fixedWork = (work: Prepared["work"]): Prepared => ({ transactionIdentifier: null, work });

export function prepareCreateSession(world: World, request: WireRequest): Prepared {
  const work: Work = (profile, leaves) => {
    const session: Session = {
      id: `SESSION000${newDigits(22)}`,
      profileId: profile.id,
      createdAt: world.now(),
      apiVersion: request.params.version ?? "",
      authenticationLimit: Number(textAt(leaves, "session.authenticationLimit") ?? "5"),
      authentications: 0,
      changes: 0,
      card: null,
      street: null,
    };
    world.own.sessions.set(session.id, session);
    const aes256Key = Buffer.from(newId()).toString("base64");
    return json({ ...sessionAnswer(session, "NO_UPDATE", { aes256Key }), merchant: profile.id }, 201);
  };
  return prepareSimple(world, request, { operation: "createSession", work });
}

export function prepareUpdateSession(world: World, request: WireRequest): Prepared {
  const { session: id = "", version = "" } = request.params;
  const work: Work = (profile, leaves) => {
    const [gone] = checkSession(world, { id, profile, apiVersion: version, needsCard: false });
    const session = world.own.sessions.get(id);
    if (gone?.answer || !session) return gone?.answer ?? badCredentials;
    session.card = readCard(leaves);
    session.street = textAt(leaves, "billing.address.street");
    session.changes += 1;
    return json({ ...sessionAnswer(session, "SUCCESS"), merchant: profile.id });
  };
  const check = (profile: Profile) => checkSession(world, { id, profile, apiVersion: version, needsCard: false });
  return prepareSimple(world, request, { operation: "updateSession", check, work });
}

function sessionAnswer(session: Session, updateStatus: string, secret: { aes256Key?: string } = {}) {
  const { id, authenticationLimit, changes } = session;
  const version = changes.toString(16).padStart(10, "0");
  return { result: "SUCCESS", session: { id, version, authenticationLimit, updateStatus, ...secret } };
}

const cardPath = "sourceOfFunds.provided.card";

const readCard = (leaves: Leaves): SessionCard => ({
  number: textAt(leaves, `${cardPath}.number`) ?? "",
  expiry: {
    month: textAt(leaves, `${cardPath}.expiry.month`) ?? "",
    year: textAt(leaves, `${cardPath}.expiry.year`) ?? "",
  },
  securityCode: textAt(leaves, `${cardPath}.securityCode`),
});

type Wanted = { id: string; profile: Profile; apiVersion: string; needsCard: boolean };

/** Checks that a session can be used. A session of another profile is unknown. */
export function checkSession(world: World, { id, profile, apiVersion, needsCard }: Wanted): Finding[] {
  const session = world.own.sessions.get(id);
  if (session?.profileId !== profile.id)
    return [broken("session_unknown", "The session does not exist.", "session.id")];
  if (world.now() >= session.createdAt + sessionLifeMs)
    return [broken("session_expired", "The session has expired.", "session.id")];
  if (session.apiVersion !== apiVersion)
    return [broken("session_version", `The session began with version ${session.apiVersion}.`, "session.id")];
  if (needsCard && !session.card) return [broken("session_empty", "The session has no card.", "session.id")];
  return [];
}

/** The facts about a card that an order keeps. */
export function factsOf({ number, expiry }: SessionCard): CardFacts {
  const { number: _number, brand: _brand, description: _description, ...behaviour } = findCard(number);
  return {
    digest: createHash("sha256").update(number).digest("hex"),
    masked: `${number.slice(0, 6)}${"x".repeat(number.length - 10)}${number.slice(-4)}`,
    lastFour: number.slice(-4),
    brand: brandOf(number) ?? "VISA",
    expiry,
    behaviour,
  };
}
