import { readOnly } from "@/lib/http/route/routes";
import { servePicture } from "@/lib/pictures/serve-picture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (_request, { params }) =>
  servePicture((await params).id ?? ""),
);
