import { foundOrProblem, readFilters } from "@/lib/dashboard/filters";
import { countExport } from "@/lib/dashboard/limits";
import { openPage, orSlowDown } from "@/lib/dashboard/viewer";
import { toDownload } from "@/lib/http/message/respond";
import { now } from "@/lib/kit/clock";
import { exportTransactions } from "@/lib/transactions/history/export-transactions";
import { searchTransactionsQuery } from "@/lib/transactions/history/search-contract";
import { resolveSearch } from "@/lib/transactions/history/search-transactions";

const refused = (text: string | null) => new Response(text, { status: 400, headers: { "cache-control": "no-store" } });

export async function GET(request: Request, { params }: { params: Promise<{ mode: string }> }) {
  const { owner, mode, zone } = await openPage(params, "transactions");
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const { choice, problem } = readFilters(searchTransactionsQuery, given);
  if (!choice) return refused(problem);
  await orSlowDown(countExport(owner.accountNumber));
  const { found, problem: refusal } = await foundOrProblem(resolveSearch(owner, choice, zone));
  if (!found) return refused(refusal);
  const { filters, matchesMax } = found;
  // The file would lack payments without saying so.
  if (matchesMax !== null) return refused("Too many payments match the search. Enter more of it.");
  const name = `transactions-${mode}-${now().toISOString().slice(0, 10)}.csv`;
  return toDownload(name, "text/csv; charset=utf-8", exportTransactions(owner, filters));
}
