import { takeReturn } from "@/lib/api/challenge-route";

export const POST = takeReturn;
