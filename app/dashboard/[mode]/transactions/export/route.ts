import { readFilters } from "@/lib/dashboard/filters";
import { countExport } from "@/lib/dashboard/limits";
import { openPage, orSlowDown } from "@/lib/dashboard/viewer";
import { toDownload } from "@/lib/http/route/respond";
import { now } from "@/lib/kit/clock";
import { searchTransactionsQuery } from "@/lib/transactions/contract";
import { exportTransactions } from "@/lib/transactions/history/export-transactions";

export async function GET(request: Request, { params }: { params: Promise<{ mode: string }> }) {
  const { caller, mode, environment } = await openPage(params, "transactions");
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const { choice, problem } = await readFilters(searchTransactionsQuery, Promise.resolve(given));
  if (!choice) return new Response(problem, { status: 400, headers: { "cache-control": "no-store" } });
  await orSlowDown(countExport(caller.accountNumber));
  const name = `transactions-${mode}-${now().toISOString().slice(0, 10)}.csv`;
  return toDownload(name, "text/csv; charset=utf-8", exportTransactions(caller, environment, choice));
}
