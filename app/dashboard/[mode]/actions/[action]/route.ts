import { runAction } from "@/lib/dashboard/run-action";

export const POST = runAction;
