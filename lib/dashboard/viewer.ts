import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type * as z from "zod/mini";
import type { Caller, Owner } from "@/lib/http/route/caller";
import { AppError } from "@/lib/kit/errors";
import { findViewerOf, isAwaitingCode, type Viewer } from "@/lib/members/sessions";
import type { Environment } from "@/lib/reference/platforms";
import { readCookie } from "./cookie";
import { countVisit } from "./limits";
import { isMode, type Mode, modes } from "./mode";
import { signInAndThen } from "./next-page";
import { isVisibleTo, type PageName } from "./pages";

/** Layout and page of one request ask the same; the database is asked once. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  const sessionId = await readCookie(await cookies());
  return sessionId ? findViewerOf(sessionId) : null;
});

/** Whether this browser's password was right, and its second factor is still to come. */
export async function isHalfwayIn(): Promise<boolean> {
  const sessionId = await readCookie(await cookies());
  return sessionId !== null && isAwaitingCode(sessionId);
}

export type Visit = { viewer: Viewer; mode: Mode; environment: Environment; caller: Caller; owner: Owner };

/**
 * Every page of the dashboard begins with this: who is there, and may they see it. Whoever is not signed in is asked to;
 * what is not for them is not there for them.
 */
export async function openPage(params: Promise<{ mode: string }>, page: PageName): Promise<Visit> {
  const { mode } = await params;
  if (!isMode(mode)) notFound();
  const viewer = await currentViewer();
  if (!viewer) redirect(signInAndThen(`/dashboard/${mode}${page && `/${page}`}`));
  if (mode === "live" && !viewer.account.canGoLive) redirect("/dashboard/test");
  if (!isVisibleTo(page, viewer)) notFound();
  await countOnce(viewer.account.number);
  const environment = modes[mode];
  return {
    viewer,
    mode,
    environment,
    caller: viewer.callerIn(environment),
    owner: { accountNumber: viewer.account.number, environment },
  };
}

/** Layout and page are one visit. */
const countOnce = cache((accountNumber: string) => orSlowDown(countVisit(accountNumber)));

/** A limit that is used up is told by a page of its own, which asks nothing of the database. */
export function orSlowDown(counted: Promise<void>): Promise<void> {
  return counted.catch((error) => {
    if (error instanceof AppError && error.code === "rate_limited") redirect("/dashboard/slow-down");
    throw error;
  });
}

/** What is not there for whoever asks is a page that is not there. */
export function foundOr404<Found>(found: Promise<Found>): Promise<Found> {
  return found.catch((error) => {
    if (error instanceof AppError && ["not_found", "forbidden"].includes(error.code)) notFound();
    throw error;
  });
}

/** The ids in a page's address. One of the wrong shape is an unknown one. */
export async function idsIn<Schema extends z.ZodMiniType>(
  schema: Schema,
  params: Promise<object>,
): Promise<z.output<Schema>> {
  const result = schema.safeParse(await params);
  return result.success ? result.data : notFound();
}
