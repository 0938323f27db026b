import { randomInt } from "node:crypto";
import type { Minor } from "@/lib/kit/money";

const centsMin = 50;
const centsMax = 199;

/** The random USD amount that is charged when a card is stored. Cardholders verify the card by entering this amount. */
export const newMicroCharge = (): Minor => BigInt(randomInt(centsMin, centsMax + 1));
