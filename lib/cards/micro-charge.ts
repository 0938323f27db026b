import { randomInt } from "node:crypto";
import type { Minor } from "@/lib/kit/money";

const centsMin = 50;
const centsMax = 199;

/** The random USD amount that is charged to store a card. The holder proves the card by stating it. */
export const newMicroCharge = (): Minor => BigInt(randomInt(centsMin, centsMax + 1));
