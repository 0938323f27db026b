import { requireFileAccess } from "@/lib/dashboard/require-file-access";
import { readOnly } from "@/lib/http/route/routes";
import { serveHtml } from "@/lib/mail/read-mailbox";

/** Serves a mail's HTML for the iframe on the mail's page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (request, { params }) => {
  const { mode = "", id = "" } = await params;
  return serveHtml(id, { owner: await requireFileAccess(request, mode, "mail") });
});
