import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Transaction } from "@/components/dashboard/payments/transaction";
import { pageIn, pagesBeside } from "@/lib/dashboard/filters";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { readPaymentPage } from "@/lib/dashboard/views/payment";
import { readPaymentTimes } from "@/lib/dashboard/views/payment-phases";
import { newUlid } from "@/lib/kit/ids";
import { covers } from "@/lib/reference/scopes";
import { transactionParams } from "@/lib/transactions/contract";

export default dashboardPage({ page: "transactions", title: "Transaction" }, async (visit) => {
  const { viewer, caller, mode, zone, ids, query } = visit;
  const { transaction_id: id } = idsIn(transactionParams, ids);
  const { steps, refund } = query;
  const isComplete = steps === "all";
  const choice = { page: pageIn(query), isComplete };
  const { payment, refundable, timeline } = await foundOr404(readPaymentPage(visit, id, choice));
  const mayServe = viewer.role !== "developer" && covers(caller.scopes, "svc-transactions-refund-request");
  const meta = { current_page: timeline.page, last_page: timeline.last, ...timeline.positions };
  return (
    <Transaction
      mode={mode}
      zone={zone}
      payment={payment}
      service={mayServe ? { ...refundable, idempotencyKey: newUlid(), isRefunding: refund !== undefined } : null}
      timeline={{
        entries: timeline.entries,
        hidden: timeline.hidden,
        isComplete,
        times: await readPaymentTimes(visit.owner, id, zone),
        pager: pagesBeside(`/dashboard/${mode}/transactions/${id}`, isComplete ? { steps: "all" } : {}, meta),
      }}
    />
  );
});
