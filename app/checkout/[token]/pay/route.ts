import { route } from "@/lib/api/authenticated-route";
import { pageAction } from "@/lib/api/page-route";
import { payEndpoint } from "@/lib/checkout/page/actions-contract";
import { submitPayment } from "@/lib/checkout/pay/submit-payment";
import { routes } from "@/lib/http/route/routes";
import { chooseLanguage } from "@/lib/reference/languages";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  pageAction(
    route(payEndpoint, ({ params, body, clientAddress, headers }) =>
      submitPayment(params.token, body, {
        address: clientAddress,
        userAgent: headers.get("user-agent") ?? "",
        accept: headers.get("accept") ?? "",
        language: chooseLanguage(body.language, headers.get("accept-language")),
      }),
    ),
  ),
);
