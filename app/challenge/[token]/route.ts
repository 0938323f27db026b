import { showReturn, takeReturn } from "@/lib/api/challenge-route";

export const GET = showReturn;
export const POST = takeReturn;
