import { receiveWebhook } from "@/lib/demo/receive-webhook";
import { env } from "@/lib/kit/env";

const bodyBytesMax = 64 * 1024;

export async function POST(request: Request): Promise<Response> {
  if (!env().SEED_SANDBOX) return new Response("Not Found", { status: 404 });
  // Content-Length limits the body: we always send it, and Node.js reads no more bytes.
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > bodyBytesMax) return new Response("Content Too Large", { status: 413 });
  return new Response(null, { status: await receiveWebhook(request.headers, await request.text()) });
}
