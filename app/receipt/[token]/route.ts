import { readReceipt } from "@/lib/checkout/receipt/read-receipt";
import { newPolicy } from "@/lib/http/pages/own-policy";
import { unframed } from "@/lib/http/pages/page-policy";
import { toHandler } from "@/lib/http/route/handler";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { chooseLanguage } from "@/lib/reference/languages";
import { type LinkRenderer, loadLinkRenderer } from "../../renderers";

/** The receipt of a successful payment. The token in its address is the only way to open it. */
const receiptBy = (renderer: LinkRenderer): Strategy<null, null> => ({
  contract: { method: "GET", path: "/receipt/{token}" },
  identify: () => null,
  authorise() {},
  async rateLimit() {},
  readBody: () => null,
  idempotency: () => null,
  parse: async ({ request, params }) => ({
    async showPage() {
      const receipt = await readReceipt(params.token ?? "");
      const { headers, nonce } = newPolicy(unframed);
      const language = chooseLanguage(
        new URLSearchParams(request.search).get("lang"),
        request.headers.get("accept-language"),
      );
      const context = { style: renderer.style, nonce };
      if (receipt) return { status: 200, headers, body: renderer.renderReceipt(receipt, language, context) };
      return { status: 404, headers, body: renderer.renderAbsence("receipt", { ...context, language }) };
    },
  }),
  refuse({ status, headers: own }) {
    const { headers, nonce } = newPolicy(unframed);
    const body = renderer.renderAbsence("busy", { style: renderer.style, nonce, language: "en" });
    return { status, headers: { ...own, ...headers }, body };
  },
  present: (answer) => answer,
});

export const GET = toHandler(async (request, params) => serve(receiptBy(await loadLinkRenderer()), request, params));
export const HEAD = GET;
