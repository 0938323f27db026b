import { Transaction } from "@/components/dashboard/payments/transaction";
import { pagesBeside, type SearchParams } from "@/lib/dashboard/filters";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { readPayment } from "@/lib/dashboard/views/payment";
import { newUlid } from "@/lib/kit/ids";
import { covers } from "@/lib/reference/scopes";
import { transactionParams } from "@/lib/transactions/contract";

type Props = { params: Promise<{ mode: string; transaction_id: string }>; searchParams: SearchParams };

const pagePattern = /^[1-9]\d{0,5}$/;

export default async function TransactionPage({ params, searchParams }: Props) {
  const visit = await openPage(params, "transactions");
  const { viewer, caller, mode } = visit;
  const { transaction_id: id } = await idsIn(transactionParams, params);
  const { page } = await searchParams;
  const timelinePage = typeof page === "string" && pagePattern.test(page) ? Number(page) : 1;
  const { payment, refundable, timeline } = await foundOr404(readPayment(visit, id, timelinePage));
  const mayRefund = viewer.role !== "developer" && covers(caller.scopes, "svc-transactions-refund-request");
  return (
    <Transaction
      mode={mode}
      transaction={payment}
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
