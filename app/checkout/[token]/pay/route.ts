import { actionPage, formAction } from "@/lib/api/page-route";
import { route } from "@/lib/api/route";
import { payEndpoint } from "@/lib/checkout/page/actions-contract";
import { readRefusedForm } from "@/lib/checkout/pay/refused-form";
import { submitPayment } from "@/lib/checkout/pay/submit-payment";
import { routes } from "@/lib/http/route/routes";
import { chooseLanguage } from "@/lib/reference/languages";
import { loadDocuments } from "../../../documents";
import { showCheckout } from "../show-checkout";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  formAction(
    route(payEndpoint, ({ params, body, clientAddress, headers }) =>
      submitPayment(params.token, body, {
        address: clientAddress,
        userAgent: headers.get("user-agent") ?? "",
        accept: headers.get("accept") ?? "",
        language: chooseLanguage(body.language, headers.get("accept-language")),
      }),
    ),
    async (refused, { request, params: { token = "" } }) =>
      showCheckout(await loadDocuments("checkout"), { request, token, refused: readRefusedForm(refused) }),
  ),
  actionPage(payEndpoint),
);
