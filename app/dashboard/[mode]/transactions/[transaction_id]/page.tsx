import { Transaction } from "@/components/dashboard/payments/transaction";
import { pagesBeside, type SearchParams } from "@/lib/dashboard/filters";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { readTimeline } from "@/lib/dashboard/views/timeline";
import { newUlid } from "@/lib/kit/ids";
import { covers } from "@/lib/reference/scopes";
import { transactionParams } from "@/lib/transactions/contract";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { retrieveRefundable, retrieveTransaction } from "@/lib/transactions/history/read-transactions";

type Props = { params: Promise<{ mode: string; transaction_id: string }>; searchParams: SearchParams };

const pagePattern = /^[1-9]\d{0,5}$/;

export default async function TransactionPage({ params, searchParams }: Props) {
  const { viewer, caller, mode, environment, owner } = await openPage(params, "transactions");
  const { transaction_id: id } = await idsIn(transactionParams, params);
  const { data } = await foundOr404(retrieveTransaction(caller, environment, id));
  const { page } = await searchParams;
  const timelinePage = typeof page === "string" && pagePattern.test(page) ? Number(page) : 1;
  const [[transaction = { ...data, isAbandoned: false }], refundable, timeline] = await Promise.all([
    markAbandoned(owner, [data]),
    retrieveRefundable(caller, environment, id),
    readTimeline(owner, id, timelinePage),
  ]);
  const mayRefund = viewer.role !== "developer" && covers(caller.scopes, "svc-transactions-refund-request");
  return (
    <Transaction
      mode={mode}
      transaction={transaction}
      refundable={mayRefund ? { ...refundable, idempotencyKey: newUlid() } : null}
      timeline={{
        happenings: timeline.happenings,
        pager: pagesBeside(
          `/dashboard/${mode}/transactions/${id}`,
          {},
          { current_page: timeline.page, last_page: timeline.last, ...timeline.positions },
        ),
      }}
    />
  );
}
