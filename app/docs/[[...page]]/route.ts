import { docsRoute } from "@/app/docs-route";

/** The docs: guides, and the reference of the API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = docsRoute();
