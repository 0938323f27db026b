import { guard } from "@/lib/http/route/guards";
import { requestRefundEndpoint } from "@/lib/transactions/contract";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { createCardEndpoint, deleteCardEndpoint, verifyCardEndpoint } from "@/lib/trusted-cards/contract";
import { createCard } from "@/lib/trusted-cards/create-card";
import { deleteCard } from "@/lib/trusted-cards/delete-card";
import { verifyCard } from "@/lib/trusted-cards/verify-card";
import { action } from "../action";

const builders = ["owner", "developer"] as const;

/** What the API refuses to a kind of account, it refuses here, too. */
export const paymentActions = {
  "request-refund": action(
    requestRefundEndpoint,
    ["owner", "support"],
    async ({ caller, environment, params, body }) => {
      guard(requestRefundEndpoint, caller);
      return requestRefund(caller, environment, params.transaction_id, body);
    },
  ),
  "create-card": action(createCardEndpoint, builders, async ({ caller, environment, body }) => {
    guard(createCardEndpoint, caller);
    return createCard(caller, environment, body);
  }),
  "verify-card": action(verifyCardEndpoint, builders, async ({ caller, environment, params, body }) => {
    guard(verifyCardEndpoint, caller);
    return verifyCard(caller, environment, params.uuid, body);
  }),
  "delete-card": action(deleteCardEndpoint, builders, async ({ caller, environment, params }) => {
    guard(deleteCardEndpoint, caller);
    return deleteCard(caller, environment, params.uuid);
  }),
};
