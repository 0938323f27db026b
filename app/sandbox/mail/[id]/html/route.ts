import { readOnly } from "@/lib/http/route/routes";
import { serveHtml } from "@/lib/mail/read-mailbox";

/** Serves a mail's HTML for an iframe. With `srcdoc`, the page's security policy would block the mail's styles. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (_request, { params }) =>
  serveHtml((await params).id ?? ""),
);
