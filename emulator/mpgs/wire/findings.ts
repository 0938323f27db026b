import type { SentAnswer } from "@/emulator/base/wire/answers";
import type { WireRule } from "@/emulator/mpgs/violations";
import { invalidRequest } from "./errors";

/** Without a rule, the merchant could not know better. Without an answer, the gateway accepts the request. */
export type Finding = { rule: WireRule | null; detail: string; answer: SentAnswer | null };

/** A broken rule that the gateway refuses. */
export const broken = (rule: WireRule, detail: string, field?: string): Finding => ({
  rule,
  detail,
  answer: invalidRequest(detail, field),
});

/** A broken rule that the gateway does not see. */
export const unseen = (rule: WireRule, detail: string): Finding => ({ rule, detail, answer: null });

/** A refusal that breaks no rule. */
export const refusal = (detail: string): Finding => ({ rule: null, detail, answer: invalidRequest(detail) });
