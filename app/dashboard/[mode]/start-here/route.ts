import { openPage } from "@/lib/dashboard/viewer";
import { readStartSteps } from "@/lib/dashboard/views/start-here";

/** The steps that are done. The overview of a new account asks for them until the first payment. */
export async function GET(_request: Request, { params }: { params: Promise<{ mode: string }> }) {
  const steps = await readStartSteps(await openPage(params, ""), { isCopied: false });
  return Response.json(steps, { headers: { "cache-control": "no-store" } });
}
