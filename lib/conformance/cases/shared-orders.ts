/**
 * Cases that share an order, to spare the shop requests: the ids that leave it unpaid, then those that pay it. The last
 * ones also prove that no earlier case made the shop give the order up, which would hide what it believes. If the shop
 * does not do what is right, each case is played again with an order of its own.
 *
 * `wrong-signature` has its own order, because many shops do not know the signature. So have webhooks that pay, because
 * two events about one payment would count as two.
 */
export const sharedOrders: readonly (readonly string[])[] = [
  [
    ...["new-order", "gateway-error", "failed", "expired", "refused-request", "hash-on-failure"],
    ...["success-after-failure"],
  ],
  [
    ...["wrong-hash", "empty-key", "missing-hash", "changed-total", "changed-currency", "moved-digit"],
    ...["success", "success-twice", "failure-after-success"],
  ],
  [
    ...["webhook-wrong-signature", "webhook-changed-body", "webhook-old-timestamp", "webhook-created"],
    ...["webhook-changed-total", "webhook-changed-currency", "webhook-success"],
  ],
  ["unknown-order", "webhook-unknown-order"],
  ["replayed-result", "own-parameter", "other-data", "upper-case-hash", "unknown-parameter"],
];
