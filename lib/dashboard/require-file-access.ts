import type { Owner } from "@/lib/http/route/caller";
import { notFound, unauthorised } from "@/lib/kit/errors";
import { findViewerOf } from "@/lib/members/sessions";
import { sessionIdOf } from "./cookie";
import { countVisit } from "./limits";
import { isMode, modes } from "./mode";
import { isVisibleTo, type PageName } from "./pages";

/** What belongs to a page and is none itself: for whoever may see the page, refused to others in a word. */
export async function requireFileAccess(request: Request, mode: string, page: PageName): Promise<Owner> {
  const sessionId = await sessionIdOf(request);
  const viewer = sessionId && (await findViewerOf(sessionId));
  if (!viewer) throw unauthorised();
  const isThere = isMode(mode) && isVisibleTo(page, viewer) && (mode === "test" || viewer.account.canGoLive);
  if (!isThere) throw notFound();
  await countVisit(viewer.account.number);
  return { accountNumber: viewer.account.number, environment: modes[mode] };
}
