import { servePackage } from "@/lib/docs/packages";
import { readOnly } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (_request, { params }) =>
  servePackage((await params).file ?? ""),
);
