import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type * as z from "zod/mini";
import { timeZoneOf, type Zone } from "@/lib/format/dates";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { AppError } from "@/lib/kit/errors";
import { findViewerOf, isAwaitingCode, type Viewer } from "@/lib/members/sessions";
import type { Environment } from "@/lib/reference/platforms";
import { readCookie } from "./cookie";
import { countVisit } from "./limits";
import { isMode, type Mode, modes } from "./mode";
import { signInAndThen } from "./next-page";
import { isVisibleTo, type PageName } from "./pages";

/** The signed-in member. Cached per request, because the layout and the page both need the member. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  const sessionId = await readCookie(await cookies());
  return sessionId ? findViewerOf(sessionId) : null;
});

/** Whether the browser's session has passed the password check, but not the second factor yet. */
export async function isHalfwayIn(): Promise<boolean> {
  const sessionId = await readCookie(await cookies());
  return sessionId !== null && isAwaitingCode(sessionId);
}

/** Thrown if there is no such page for the viewer. `dashboardPage` answers it with 404. */
export class MissingPage extends Error {}

export type Visit = {
  viewer: Viewer;
  mode: Mode;
  environment: Environment;
  caller: Caller;
  owner: Owner;
  /** The time zone of the account's home country, for all times of the page. */
  zone: Zone;
};

/**
 * `dashboardPage` calls this function first. It redirects to the sign-in if no member is signed in, and
 * throws `MissingPage` if the role may not see the page.
 */
export async function openPage(params: Promise<{ mode: string }>, page: PageName): Promise<Visit> {
  const { mode } = await params;
  const viewer = await currentViewer();
  if (!viewer) redirect(isMode(mode) ? signInAndThen(`/dashboard/${mode}${page && `/${page}`}`) : "/dashboard/sign-in");
  if (!isMode(mode)) throw new MissingPage();
  if (mode === "live" && !viewer.account.canGoLive) redirect("/dashboard/test");
  if (!isVisibleTo(page, viewer)) throw new MissingPage();
  await countOnce(viewer.account.number);
  const environment = modes[mode];
  return {
    viewer,
    mode,
    environment,
    caller: viewer.callerIn(environment),
    owner: { accountNumber: viewer.account.number, environment },
    zone: timeZoneOf(viewer.account.homePlatform),
  };
}

/** Counts a page view for the rate limit. Layout and page of one request count once. */
const countOnce = cache((accountNumber: string) => orSlowDown(countVisit(accountNumber)));

/** If the rate limit is exceeded, redirects to a page that needs no queries. */
export function orSlowDown(counted: Promise<void>): Promise<void> {
  return counted.catch((error) => {
    if (error instanceof AppError && error.code === "rate_limited") redirect("/dashboard/slow-down");
    throw error;
  });
}

/** Turns a 403 or 404 of a use-case into the 404 page. */
export function foundOr404<Found>(found: Promise<Found>): Promise<Found> {
  return found.catch((error) => {
    if (error instanceof AppError && ["not_found", "forbidden"].includes(error.code)) throw new MissingPage();
    throw error;
  });
}

/** Validates the ids in a page's path. An id of the wrong format is answered with 404. */
export function idsIn<Schema extends z.ZodMiniType>(schema: Schema, ids: object): z.output<Schema> {
  const result = schema.safeParse(ids);
  if (!result.success) throw new MissingPage();
  return result.data;
}
