import { frameOriginsOf } from "@/lib/checkout/page/view-session";
import { readCheckoutToken, readReturnToken } from "@/lib/checkout/session/session-token";
import { findAttempt, findSession } from "@/lib/checkout/session/store";
import { gatewayFor } from "@/lib/gateway/gateways";
import { type Framing, unframed } from "@/lib/http/listener/page-policy";
import { withoutTrailingSlashes } from "@/lib/http/listener/request-path";

const self = "'self'";

/** Who may frame the page at a path. Hosted pages: their session's shop and the merchant's origins, and nobody else. */
export async function framingOf(path: string): Promise<Framing | null> {
  const [, room, token = "", action, more, ...rest] = withoutTrailingSlashes(path).split("/");
  switch (room) {
    case "checkout":
      // The bank's page is written by the bank, and has a policy of its own; the page's actions are no pages.
      if (action === "challenge" && !more) return null;
      return action ? unframed : pageFraming(readCheckoutToken(token));
    case "challenge":
      return insideFraming(await sessionOf(readReturnToken(token)));
    case "sandbox":
      // A mail's page has a frame for the mail, which is not written for our policy.
      if (token === "mail" && action && !more) return { ancestors: [], sources: [self] };
      if (token === "mail" && more === "html" && rest.length === 0) return null;
      return token === "acs" && action && !more ? null : unframed;
    case "dashboard":
      return dashboardFraming([action, more, ...rest].join("/"));
    case "pictures":
      return token && !action ? null : unframed;
    // A checkout in a frame returns into that frame.
    case "response":
      return token ? unframed : { ancestors: [self], sources: [] };
    case "demo":
      return { ancestors: [self], sources: [self] };
    default:
      return unframed;
  }
}

/** A mail's page has a frame as in the sandbox's mailbox, the branding page one for each checkout page as it would look. */
function dashboardFraming(page: string): Framing | null {
  if (/^mail\/[^/]+\/html$/.test(page)) return null;
  if (page === "branding/preview") return { ancestors: [self], sources: [] };
  return /^(branding\/|mail\/[^/]+)$/.test(page) ? { ancestors: [], sources: [self] } : unframed;
}

async function sessionOf(attemptId: string | null): Promise<string | null> {
  const attempt = attemptId ? await findAttempt(attemptId) : null;
  return attempt?.sessionId ?? null;
}

async function pageFraming(sessionId: string | null): Promise<Framing> {
  const session = sessionId ? await findSession(sessionId) : null;
  if (!session) return unframed;
  const sources = gatewayFor(session)?.challengeSources ?? [];
  return { ancestors: frameOriginsOf(session), sources: [self, ...sources] };
}

/** For what is shown in the frame of the page: the page itself stands between it and the shop. */
export async function insideFraming(sessionId: string | null): Promise<Framing> {
  const { ancestors } = await pageFraming(sessionId);
  return { ancestors: [self, ...ancestors], sources: [] };
}
