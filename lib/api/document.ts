import { env } from "@/lib/kit/env";
import { endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";
import { webhookEvents } from "./webhook-events";

let document: ReturnType<typeof openApiDocument> | undefined;

/** The OpenAPI document of this installation, for the download and for the reference pages. */
export const apiDocument = () => (document ??= openApiDocument(endpoints, webhookEvents, env().PUBLIC_URL));
