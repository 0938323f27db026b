import { answerOf } from "@/lib/http/message/respond";

/** The steps of a page that everybody may open. It has no rate limit of its own, because the listener counts pages. */
export const publicPage = {
  identify: () => null,
  authorise() {},
  async rateLimit() {},
  idempotency: () => null,
  refuse: answerOf,
};
