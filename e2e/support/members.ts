import { db } from "@/lib/db/client";
import { withProofs } from "@/lib/mail/ticket-links";
import type { Browser } from "@/lib/members/open-session";
import { findViewerOf, type Viewer } from "@/lib/members/sessions";
import { signIn } from "@/lib/members/sign-in";

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
  if (!viewer) throw new Error("Nobody is signed in.");
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
