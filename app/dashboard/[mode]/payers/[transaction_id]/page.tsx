import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Payer } from "@/components/dashboard/payers/payer";
import { pageIn, pagesBeside } from "@/lib/dashboard/filters";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { readPayer } from "@/lib/dashboard/views/payer";
import { covers } from "@/lib/reference/scopes";
import { transactionParams } from "@/lib/transactions/contract";

/** A payer is named by any of their transactions, so that no address contains an email address. */
export default dashboardPage({ page: "transactions", title: "Payer" }, async (visit) => {
  const { viewer, caller, mode, zone, ids, query } = visit;
  const { transaction_id: id } = idsIn(transactionParams, ids);
  const payer = await foundOr404(readPayer(visit, id, pageIn(query)));
  return (
    <Payer
      mode={mode}
      zone={zone}
      payer={payer}
      pager={pagesBeside(`/dashboard/${mode}/payers/${id}`, {}, payer.meta)}
      mayServe={viewer.role !== "developer" && covers(caller.scopes, "svc-transactions-refund-request")}
    />
  );
});
