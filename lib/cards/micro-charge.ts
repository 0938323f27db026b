import { randomInt } from "node:crypto";
import type { Minor } from "@/lib/kit/money";

const leastCents = 50;
const mostCents = 199;

/** How much a card is charged that is to be stored, in USD: so little that it harms nobody, and nobody can guess it. */
export const newMicroCharge = (): Minor => BigInt(randomInt(leastCents, mostCents + 1));
