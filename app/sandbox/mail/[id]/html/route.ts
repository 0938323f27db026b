import { readOnly } from "@/lib/http/route/routes";
import { serveHtml } from "@/lib/mail/read-mailbox";

/** The mail's HTML, for the frame on its page. A `srcdoc` frame would inherit the page's policy and lose its styles. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (_request, { params }) =>
  serveHtml((await params).id ?? ""),
);
