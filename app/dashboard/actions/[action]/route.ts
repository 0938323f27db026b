import { runOpenAction } from "@/lib/dashboard/run-action";

export const POST = runOpenAction;
