import { findOrder, statusOfOrder } from "@/lib/demo/orders";
import { env } from "@/lib/kit/env";

type Context = { params: Promise<{ id: string }> };

/** The status of an order of the demo shop, which the conformance kit reads. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const order = env().SEED_SANDBOX ? findOrder((await params).id) : null;
  if (!order) return new Response("Not Found", { status: 404 });
  return Response.json(statusOfOrder(order), { headers: { "cache-control": "no-store" } });
}
