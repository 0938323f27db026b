import { endpoints } from "@/lib/api/endpoints";
import { openApiDocument } from "@/lib/http/openapi";
import { env } from "@/lib/kit/env";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json(openApiDocument(endpoints, env().PUBLIC_URL));
}
