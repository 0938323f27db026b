import { missingRoute } from "../site-route";

/** Every address that has no page and no other route. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = missingRoute();
