import type { ListedCase } from "./kit-case";

/** Sends nothing of its own: it is about the answers of all other cases. */
export const secretCase: ListedCase = {
  id: "secret-in-answer",
  title: "Secret in an answer",
  orders: "none",
  sent: "The kit searched every answer of this run for your hash key, signing secret and webhook secret.",
  right: "Keep secrets on your server. No page contains one, error pages included. Replace a secret that was shown.",
  docs: "redirect-and-hash#tw_signature",
  leaves: null,
  steps: () => [],
};
