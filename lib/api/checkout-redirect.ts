import { isFormNavigation } from "@/lib/http/body/form-navigation";
import { redirectTo } from "@/lib/http/message/respond";
import { type BoundRoute, presentedBy, presentJson } from "@/lib/http/route/route";

/** Redirects a browser that submits a form to the hosted page. Errors are still answered with JSON. */
export const redirectingBrowsers = (bound: BoundRoute): BoundRoute =>
  presentedBy(bound, (answer, exchange) => {
    const isOk = answer.status < 300;
    if (!isOk || !isFormNavigation(exchange.request)) return presentJson(answer, exchange);
    const { url }: { url: string } = JSON.parse(answer.body);
    return redirectTo(url, { ...exchange.headers, ...answer.headers });
  });
