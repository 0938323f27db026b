import { docsRoute } from "@/app/docs-route";

/** The first page of the docs as Markdown. The other pages are below /docs. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = docsRoute();
