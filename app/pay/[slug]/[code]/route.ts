import { listenerHeaders } from "@/lib/http/message/headers";
import { readOnly } from "@/lib/http/route/routes";
import { serveQrCode } from "@/lib/payment-links/qr-code";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (request, { params }) => {
  const { slug = "", code = "" } = await params;
  return serveQrCode(slug, code, request.headers.get(listenerHeaders.clientAddress) ?? "");
});
