import { authenticate } from "@/lib/auth/authenticate";
import { createRoute } from "@/lib/http/route/route";
import { logRequest } from "@/lib/request-log/request-log";

/** Binds API contracts to use-cases, with authentication and the request log. */
export const route = createRoute(authenticate, logRequest);
