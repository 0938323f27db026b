import { readOnly } from "@/lib/http/route";
import { servePicture } from "@/lib/user/serve-picture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (_request, { params }) =>
  servePicture((await params).id ?? ""),
);
