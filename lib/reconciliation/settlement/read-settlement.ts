import { findSubjects } from "@/lib/reconciliation/open-cases/open-case-store";
import { findRecentReports } from "./compare-due-days";

/** The differences that the latest comparison of each day found, newest day first, for the operator's desk. */
export async function readSettlement() {
  const reports = await findRecentReports();
  const found = reports.flatMap(({ day, differences }) => differences.map((difference) => ({ ...difference, day })));
  const known = await findSubjects([...new Set(found.map(({ subject }) => subject))]);
  const last = reports.at(-1);
  return {
    last: last ? { day: last.day, comparedAt: last.createdAt } : null,
    differences: found.reverse().map(({ day, subject, problem }) => {
      const about = known.find((one) => one.subject === subject);
      return { day, subject, problem, transactionId: about?.transactionId, accountNumber: about?.accountNumber };
    }),
  };
}
