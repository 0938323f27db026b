import { confirmingPage } from "@/lib/http/pages/confirming-page";
import { toHandler } from "@/lib/http/route/handler";
import { publicPage } from "@/lib/http/route/public-page";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { type Loaded, loadDocuments } from "../../documents";
import { showCheckout } from "./show-checkout";

/** The hosted page. The session's current state alone decides what it shows. */
const pageBy = (renderer: Loaded<"checkout">): Strategy<null, string> => ({
  contract: { method: "GET", path: "/checkout/{token}" },
  ...publicPage,
  readBody: ({ params }) => params.token ?? "",
  parse: async ({ request }, _sender, token) => ({
    showPage: () => showCheckout(renderer, { request, token, refused: null }),
  }),
  present: (answer, { request }) => confirmingPage(request, answer) ?? answer,
});

export const GET = toHandler(async (request, params) =>
  serve(pageBy(await loadDocuments("checkout")), request, params),
);
export const HEAD = GET;
