import { readReceipt } from "@/lib/checkout/receipt/read-receipt";
import type { Receipt } from "@/lib/checkout/receipt/receipt-view";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import type { Answer } from "@/lib/http/message/respond";
import { newPolicy, unframed } from "@/lib/http/pages/page-policy";
import { toHandler } from "@/lib/http/route/handler";
import { publicPage } from "@/lib/http/route/public-page";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { chooseLanguage } from "@/lib/reference/languages";
import { type Loaded, loadDocuments } from "../../documents";

/** The receipt of a successful payment. The token in its address is the only way to open it. */
const receiptBy = (renderer: Loaded<"links">): Strategy<null, null> => ({
  contract: { method: "GET", path: "/receipt/{token}" },
  ...publicPage,
  readBody: () => null,
  parse: async ({ request, params }) => ({
    showPage: async () => pageOf(renderer, request, { receipt: await readReceipt(params.token ?? "") }),
  }),
  present(answer, { request }) {
    const isPage = answer.headers?.["content-security-policy"] !== undefined;
    return isPage ? answer : { ...pageOf(renderer, request, { failure: answer.headers }), status: answer.status };
  },
});

type Shown = { receipt: Receipt | null } | { failure: Answer["headers"] };

function pageOf(renderer: Loaded<"links">, request: IncomingRequest, shown: Shown): Answer {
  const { headers, nonce } = newPolicy(unframed);
  const chosen = new URLSearchParams(request.search).get("lang");
  const language = chooseLanguage(chosen, request.headers.get("accept-language"));
  const context = { ...renderer.assets, nonce };
  const absent = (absence: "receipt" | "failure") => renderer.renderAbsence(absence, { ...context, language });
  if ("failure" in shown) return { status: 500, headers: { ...shown.failure, ...headers }, body: absent("failure") };
  if (!shown.receipt) return { status: 404, headers, body: absent("receipt") };
  return { status: 200, headers, body: renderer.renderReceipt(shown.receipt, language, context) };
}

export const GET = toHandler(async (request, params) =>
  serve(receiptBy(await loadDocuments("links")), request, params),
);
export const HEAD = GET;
