import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { AuditLog } from "@/components/dashboard/account/audit-log";
import { auditActions } from "@/lib/audit/actions";
import { logQuery } from "@/lib/audit/read-log";
import { readAuditPage } from "@/lib/dashboard/audit-log";
import { openPage } from "@/lib/dashboard/viewer";
import { validate } from "@/lib/http/body/validate";

type Props = { params: Promise<{ mode: string }>; searchParams: Promise<Record<string, string | string[]>> };

export default dashboardPage(async function AuditPage({ params, searchParams }: Props) {
  const { owner, mode, zone } = await openPage(params, "audit");
  const choice = validate(logQuery, await searchParams);
  const { data, links, meta, checked } = await readAuditPage(owner.accountNumber, mode, choice, zone);
  return (
    <AuditLog
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
