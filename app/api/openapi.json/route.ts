import { endpoints } from "@/lib/api/endpoints";
import { openApiDocument } from "@/lib/http/openapi";
import { readOnly } from "@/lib/http/route";
import { env } from "@/lib/kit/env";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () =>
  Response.json(openApiDocument(endpoints, env().PUBLIC_URL)),
);
