import { framingOfPage } from "@/lib/checkout/page/page-framing";
import { readReturnToken } from "@/lib/checkout/session/session-token";
import { findAttempt, findSession } from "@/lib/checkout/session/store";
import { withoutTrailingSlashes } from "@/lib/http/message/path";
import { type Framing, unframed } from "@/lib/http/pages/page-policy";

const self = "'self'";
const setOwnPolicy = /^(|pay|leave|extend|challenge|challenge\/cancel)\/?$/;

/**
 * Returns who may frame the page at a path. Only the session's shop and the merchant's registered origins may frame a
 * hosted page.
 */
export async function framingOf(path: string): Promise<Framing | null> {
  const [, room, token = "", action, more, ...rest] = withoutTrailingSlashes(path).split("/");
  switch (room) {
    case "checkout":
      // The handlers of the hosted page, of its forms and of the bank's HTML set their own Content-Security-Policy.
      return setOwnPolicy.test([action, more, ...rest].join("/")) ? null : unframed;
    case "challenge":
      return insideFraming(await sessionOf(readReturnToken(token)?.attemptId));
    case "sandbox":
      // The page that shows a mail frames the mail's HTML. The HTML has its own Content-Security-Policy.
      if (token === "mail" && action && !more) return { ancestors: [], sources: [self] };
      if (token === "mail" && more === "html" && rest.length === 0) return null;
      return token === "acs" && action && !more ? null : unframed;
    case "dashboard":
      return dashboardFraming([action, more, ...rest].join("/"));
    // These handlers set their own Content-Security-Policy.
    case "pay":
      return token ? null : unframed;
    case "receipt":
    case "store-card":
    case "pictures":
      return token && !action ? null : unframed;
    // If the checkout runs in a frame, the customer returns to this page in the same frame.
    case "response":
      return token ? unframed : { ancestors: [self], sources: [] };
    case "demo":
      return { ancestors: [self], sources: [self] };
    default:
      return unframed;
  }
}

/**
 * The dashboard page of a mail frames the mail's HTML, like the sandbox mailbox. The branding page frames a preview of
 * the checkout.
 */
function dashboardFraming(page: string): Framing | null {
  if (/^mail\/[^/]+\/html$/.test(page)) return null;
  if (page === "branding/preview") return { ancestors: [self], sources: [] };
  return /^(branding\/|mail\/[^/]+)$/.test(page) ? { ancestors: [], sources: [self] } : unframed;
}

async function sessionOf(attemptId: string | undefined): Promise<string | null> {
  const attempt = attemptId ? await findAttempt(attemptId) : null;
  return attempt?.sessionId ?? null;
}

async function pageFraming(sessionId: string | null): Promise<Framing> {
  const session = sessionId ? await findSession(sessionId) : null;
  return session ? framingOfPage(session) : unframed;
}

/** Returns who may frame the bank's HTML, and the origins to which it may send the browser. */
export async function bankFraming(sessionId: string): Promise<Framing> {
  const { ancestors, sources } = await pageFraming(sessionId);
  return { ancestors: [self, ...ancestors], sources };
}

/** Returns who may frame content inside the checkout page: the checkout page itself, and the shop around it. */
export async function insideFraming(sessionId: string | null): Promise<Framing> {
  const { ancestors } = await pageFraming(sessionId);
  return { ancestors: [self, ...ancestors], sources: [] };
}
