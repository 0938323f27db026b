import { orderOfId } from "@/lib/demo/orders";
import { statusOfOrder } from "@/lib/demo/paid-orders";
import { env } from "@/lib/kit/env";

type Context = { params: Promise<{ id: string }> };

/** The status of an order of the demo shop, which the conformance kit reads. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const order = env().SEED_SANDBOX ? orderOfId((await params).id) : null;
  if (!order) return new Response("Not Found", { status: 404 });
  return Response.json(await statusOfOrder(order), { headers: { "cache-control": "no-store" } });
}
