import { unknownPath } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath();
