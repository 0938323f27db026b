import type { Owner } from "@/lib/http/message/caller";
import { notFound, unauthorised } from "@/lib/kit/errors";
import { findViewerOf } from "@/lib/members/sessions";
import { sessionIdOf } from "./cookie";
import { countVisit } from "./limits";
import { isMode, modes } from "./mode";
import { isVisibleTo, type PageName } from "./pages";

/** Access check for a page's downloads: same audience as the page, plain 401/404 otherwise. */
export async function requireFileAccess(request: Request, mode: string, page: PageName): Promise<Owner> {
  const sessionId = await sessionIdOf(request);
  const viewer = sessionId && (await findViewerOf(sessionId));
  if (!viewer) throw unauthorised();
  const mayOpen = isMode(mode) && isVisibleTo(page, viewer) && (mode === "test" || viewer.account.canGoLive);
  if (!mayOpen) throw notFound();
  await countVisit(viewer.account.number);
  return { accountNumber: viewer.account.number, environment: modes[mode] };
}
