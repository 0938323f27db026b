import { apiDocument } from "@/lib/api/document";
import { readOnly } from "@/lib/http/route/routes";

let text: string | undefined;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => {
  text ??= JSON.stringify(apiDocument());
  return new Response(text, { headers: { "content-type": "application/json" } });
});
