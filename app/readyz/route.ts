import { findObstacle } from "@/lib/db/readiness";
import { readOnly } from "@/lib/http/route/routes";

/** Readiness: the database answers, accepts writes, has space and has the newest migration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => {
  const obstacle = await findObstacle();
  if (!obstacle) return Response.json({ message: "OK" });
  return Response.json({ message: obstacle }, { status: 503, headers: { "retry-after": "1" } });
});
