import { env } from "@/lib/kit/env";
import { annotateDocument } from "./annotations/annotate-document";
import type { ApiDocument } from "./api-document";
import { endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";
import { webhookEvents } from "./webhook-events";

let document: ApiDocument | undefined;

/** The OpenAPI document of this installation, for the download and for the reference pages. */
export const apiDocument = (): ApiDocument => (document ??= writeDocument(env().PUBLIC_URL));

/** Narrows the type of the document, which is made for writing and is too loose for reading. */
function writeDocument(origin: string): ApiDocument {
  const written = openApiDocument(endpoints, webhookEvents, origin) as unknown as ApiDocument;
  return annotateDocument(written, origin);
}
