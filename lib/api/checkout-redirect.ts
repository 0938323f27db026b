import { isFormNavigation } from "@/lib/http/body/negotiate";
import type { EndpointSpec } from "@/lib/http/route/endpoint";
import type { Handler } from "@/lib/http/route/route";

type Bound = { contract: EndpointSpec; handle: Handler };

/** A browser that navigates to an endpoint with a form goes straight to the hosted page. Refusals stay JSON. */
export const redirectingBrowsers = ({ contract, handle }: Bound): Bound => ({
  contract,
  async handle(request, context) {
    const response = await handle(request, context);
    if (!isFormNavigation(request) || !response.ok) return response;
    const { url } = (await response.json()) as { url: string };
    const headers = new Headers(response.headers);
    headers.delete("content-type");
    headers.set("location", url);
    return new Response(null, { status: 303, headers });
  },
});
