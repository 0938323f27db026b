import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { AuditLog } from "@/components/dashboard/account/audit-log";
import { auditActions } from "@/lib/audit/actions";
import { logQuery } from "@/lib/audit/read-log";
import { readAuditPage } from "@/lib/dashboard/audit-log";
import { readListViews } from "@/lib/dashboard/list-views";
import { validate } from "@/lib/http/body/validate";

export default dashboardPage("audit", async (visit) => {
  const { owner, mode, zone } = visit;
  const { query, views } = await readListViews(visit, "audit", visit.query);
  const choice = validate(logQuery, query);
  const { data, links, meta, checked } = await readAuditPage(owner.accountNumber, mode, choice, zone);
  return (
    <AuditLog
      views={{ ...views, mode }}
      entries={data}
      checked={checked}
      actions={auditActions}
      action={choice.action}
      here={`/dashboard/${mode}/audit`}
      zone={zone}
      links={links}
      from={meta.from ?? 0}
      to={meta.to ?? 0}
      total={meta.total}
    />
  );
});
