import { authenticate } from "@/lib/auth/authenticate";
import { createRoute } from "@/lib/http/route/route";

/** Every route of the API is bound with this one. */
export const route = createRoute(authenticate);
