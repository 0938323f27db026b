import { readOnly } from "@/lib/http/route/routes";

/** Liveness: the process answers. It checks no dependency. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => Response.json({ message: "OK" }));
