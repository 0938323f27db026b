import { isReady } from "@/lib/db/readiness";
import { readOnly } from "@/lib/http/route/routes";

/** Readiness: the database answers and has the newest migration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () =>
  (await isReady()) ? Response.json({ message: "OK" }) : Response.json({ message: "Not ready" }, { status: 503 }),
);
