import { authenticate } from "@/lib/auth/authenticate";
import { createRoute } from "@/lib/http/route/route";
import { logRequest } from "@/lib/request-log/request-log";

/** Binds every route of the API. */
export const route = createRoute(authenticate, logRequest);
