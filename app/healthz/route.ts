import { readOnly } from "@/lib/http/route/routes";

/** Liveness: the process answers. The endpoint checks no dependency, such as the database. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => Response.json({ message: "OK" }));
