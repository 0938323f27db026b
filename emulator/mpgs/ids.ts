import { randomInt, randomUUID } from "node:crypto";

export const newId = (): string => randomUUID().replaceAll("-", "");

export const newDigits = (length: number): string =>
  Array.from({ length }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join("");
