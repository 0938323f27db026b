import { readOnly } from "@/lib/http/route/routes";

/** Liveness: the process answers. Nothing is asked of anybody else. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => Response.json({ message: "OK" }));
