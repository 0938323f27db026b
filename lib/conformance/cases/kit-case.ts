import type { KitEvent, Play } from "../messages";

/** A page that the payer's browser opens, or events that we post. `answer` is what the shop's answer must be. */
export type KitStep =
  | {
      kind: "visit";
      address: string;
      /** `page`: a page for the customer, without an error or an alarm. `any`: every answer except a crash. */
      answer: "page" | "any";
    }
  | {
      kind: "post";
      /** Events that are sent at the same time. */
      events: readonly { event: KitEvent; headers: Record<string, string> }[];
      /** `accept`: 2xx in time. `refuse`: 4xx. `any`: every answer except a crash. */
      answer: "accept" | "refuse" | "any";
    };

/** A case of the conformance kit: what it sends, and what a correct shop does. */
export type KitCase = {
  id: string;
  title: string;
  channel: "redirect" | "webhook";
  /** `none`: the case is about an order that the shop does not have. `two`: it uses a second order of the shop. */
  orders?: "none" | "two";
  /** Sentences of the report: what the kit sends, and what is right. */
  sent: string;
  right: string;
  /** The heading of a guide that explains how to mend it. */
  docs: `${string}#${string}`;
  /** What a correct shop believes afterwards. Null if the case is only about the answers. */
  leaves: "paid" | "unpaid" | null;
  /** False if the last answer does not show the state of the order, so that only its status page does. */
  isSeenInAnswer?: false;
  /** True if the order must be marked as paid once. Only `times_paid` of the status page shows it. */
  isCounted?: true;
  /** A shop can be safe without it. */
  isAdvice?: true;
  steps(play: Play): KitStep[];
};

/** All cases of a list have the same channel. */
export type ListedCase = Omit<KitCase, "channel">;

export const visit = (address: string, answer: "page" | "any" = "any"): KitStep => ({ kind: "visit", address, answer });
