import type { WireRule } from "@/emulator/powertranz/violations";

export type Refusal = { isoCode: string; errorCode: string; message: string };

/** A broken rule. Without a refusal, the gateway accepts the request all the same. */
export type Finding = { rule: WireRule; detail: string; refusal: Refusal | null };

/** `97` is the emulator's own error code: the gateway's code for general validation errors is not public. */
export const invalid = (field: string): Refusal => ({
  isoCode: "97",
  errorCode: "97",
  message: `Invalid field ${field}`,
});
export const invalidThreeDS = (field: string): Refusal => ({
  isoCode: "97",
  errorCode: "58",
  message: `Invalid 3DS field ${field}`,
});

export const finding = (rule: WireRule, detail: string, refusal: Refusal | null = null): Finding => ({
  rule,
  detail,
  refusal,
});
