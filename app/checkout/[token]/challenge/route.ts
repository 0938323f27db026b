import { showChallenge } from "@/lib/api/challenge-route";

export const GET = showChallenge;
