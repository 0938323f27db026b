import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { withProofs } from "@/lib/mail/ticket-links";
import type { Browser } from "@/lib/members/open-session";
import { findViewerOf, type Viewer } from "@/lib/members/sessions";
import { signIn } from "@/lib/members/sign-in";
import { inviteMember, joinTeam } from "@/lib/members/team";
import type { Role } from "@/lib/reference/roles";
import { openTestAccount, uniqueEmail } from "./accounts";

/** People of the dashboard as use-cases know them, for tests without pages. */

export const laptop: Browser = { clientAddress: "203.0.113.9", userAgent: "Laptop" };

export async function mailsTo(recipient: string) {
  const mails = await db().mail.findMany({ where: { recipient }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  return mails.map(withProofs);
}

/** The ticket in the newest mail that has one. */
export async function ticketFor(recipient: string): Promise<string> {
  const tickets = (await mailsTo(recipient)).map(({ text }) => /\?ticket=(\S+)/.exec(text)?.[1]);
  return tickets.filter((ticket) => ticket !== undefined).at(-1) ?? "none";
}

export async function viewerOf(sessionId: string): Promise<Viewer> {
  const viewer = await findViewerOf(sessionId);
  if (!viewer) throw new Error("No member is signed in.");
  return viewer;
}

export const enterAs = async (who: { email: string; password: string }): Promise<Viewer> =>
  viewerOf((await signIn(who, laptop)).sessionId);

/** What a refusal says. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => error.publicMessage ?? String(error),
  );

export const goodPassword = "Long-enough-2026";

/** A team of its own, and somebody who was invited to it. */
export async function invite(role: Role = "developer") {
  const account = await openTestAccount();
  const caller = (await enterAs(account)).callerIn("sandbox");
  const email = uniqueEmail();
  await inviteMember(caller, { email, role });
  return { account, caller, email, ticket: await ticketFor(email) };
}

export async function join(role?: Role) {
  const invited = await invite(role);
  const { sessionId } = await joinTeam({ ticket: invited.ticket, name: "Grace", password: goodPassword }, laptop);
  return { ...invited, sessionId, member: await viewerOf(sessionId) };
}

type Who = { email: string; password: string };

/** The owner of an account as use-cases know them. */
export const callerFor = async (owner: Who): Promise<Caller> => (await enterAs(owner)).callerIn("sandbox");

/** The id of a new invitation to the owner's team. */
export async function invitationTo(owner: Who, role: Role = "developer", email = uniqueEmail()): Promise<string> {
  await inviteMember(await callerFor(owner), { email, role });
  const ticket = await db().emailTicket.findFirstOrThrow({ where: { email }, orderBy: { id: "desc" } });
  return ticket.id;
}

/** Somebody who joined the owner's team. */
export async function memberOf(owner: Who, role: Role): Promise<Who & { memberId: string }> {
  const email = uniqueEmail();
  await invitationTo(owner, role, email);
  const joined = await joinTeam({ ticket: await ticketFor(email), name: "Grace", password: goodPassword }, laptop);
  return { email, password: goodPassword, memberId: (await viewerOf(joined.sessionId)).memberId };
}
