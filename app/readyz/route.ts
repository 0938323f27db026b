import { isReady } from "@/lib/db/readiness";

/** Readiness: the database answers and stands at the newest migration. */
export async function GET(): Promise<Response> {
  return (await isReady())
    ? Response.json({ message: "OK" })
    : Response.json({ message: "Not ready" }, { status: 503 });
}
