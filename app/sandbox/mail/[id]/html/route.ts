import { readOnly } from "@/lib/http/route/routes";
import { serveHtml } from "@/lib/mail/read-mailbox";

/** For the frame of the mail's page. A document of its own, because one inside the page would have the page's policy for styles. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (_request, { params }) =>
  serveHtml((await params).id ?? ""),
);
