import { createCardLinkForm, withdrawCardLinkForm } from "@/lib/card-links/contract";
import { createCardLink, withdrawCardLink } from "@/lib/card-links/manage-card-links";
import { notFound } from "@/lib/kit/errors";
import { removeView, saveView } from "@/lib/members/saved-views";
import { removeViewForm, saveViewForm } from "@/lib/members/view-contract";
import { roles } from "@/lib/reference/roles";
import { requestRefundEndpoint, resendReceiptForm } from "@/lib/transactions/contract";
import { resendReceipt } from "@/lib/transactions/receipts/resend-receipt";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { deleteCardEndpoint, verifyCardEndpoint } from "@/lib/trusted-cards/contract";
import { deleteCard } from "@/lib/trusted-cards/delete-card";
import { verifyCard } from "@/lib/trusted-cards/verify-card";
import { action } from "../action";
import { savableFilters } from "../list-views";
import { isVisibleTo, pages } from "../pages";
import { searchForm } from "../search-contract";
import { searchEverything } from "../views/search";

const builders = ["owner", "developer"] as const;
const supporters = ["owner", "support"] as const;

export const paymentActions = {
  search: action(searchForm, pages.transactions.allowed, async ({ viewer, owner, body }) => ({
    message: "OK" as const,
    data: await searchEverything({ viewer, owner }, body.search),
  })),
  "save-view": action(saveViewForm, roles, async ({ viewer, environment, body: { list, name, filters } }) => {
    if (!isVisibleTo(list, viewer)) throw notFound();
    return saveView({ memberId: viewer.memberId, environment, list }, { name, filters: savableFilters(list, filters) });
  }),
  "remove-view": action(removeViewForm, roles, ({ viewer, environment, params }) =>
    removeView({ memberId: viewer.memberId, environment }, params.view_id),
  ),
  "request-refund": action(requestRefundEndpoint, supporters, ({ caller, environment, params, body }) =>
    requestRefund(caller, environment, params.transaction_id, body),
  ),
  "resend-receipt": action(resendReceiptForm, supporters, ({ caller, environment, params }) =>
    resendReceipt(caller, environment, params.transaction_id),
  ),
  "create-card-link": action(createCardLinkForm, builders, ({ caller, environment, body }) =>
    createCardLink(caller, environment, body),
  ),
  "withdraw-card-link": action(withdrawCardLinkForm, builders, ({ caller, environment, params }) =>
    withdrawCardLink(caller, environment, params.card_link_id),
  ),
  "verify-card": action(verifyCardEndpoint, builders, ({ caller, environment, params, body }) =>
    verifyCard(caller, environment, params.uuid, body),
  ),
  "delete-card": action(deleteCardEndpoint, builders, ({ caller, environment, params }) =>
    deleteCard(caller, environment, params.uuid),
  ),
};
