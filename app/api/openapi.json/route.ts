import { endpoints } from "@/lib/api/endpoints";
import { webhookEvents } from "@/lib/api/webhook-events";
import { openApiDocument } from "@/lib/http/openapi";
import { readOnly } from "@/lib/http/route";
import { env } from "@/lib/kit/env";

let document: string | undefined;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => {
  document ??= JSON.stringify(openApiDocument(endpoints, webhookEvents, env().PUBLIC_URL));
  return new Response(document, { headers: { "content-type": "application/json" } });
});
