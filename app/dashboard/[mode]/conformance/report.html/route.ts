import { downloadReport } from "@/lib/conformance/view-integration-test";
import { requireFileAccess } from "@/lib/dashboard/require-file-access";
import { readOnly } from "@/lib/http/route/routes";

/** The last report of the conformance kit as HTML. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (request, { params }) => {
  const { mode = "" } = await params;
  return downloadReport(await requireFileAccess(request, mode, "conformance"), "html");
});
