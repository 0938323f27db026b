import { env } from "@/lib/kit/env";
import { endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";
import { webhookEvents } from "./webhook-events";

let document: ReturnType<typeof openApiDocument> | undefined;

/** The OpenAPI document of this very installation: what is downloaded, and what the reference is made from. */
export const apiDocument = () => (document ??= openApiDocument(endpoints, webhookEvents, env().PUBLIC_URL));
