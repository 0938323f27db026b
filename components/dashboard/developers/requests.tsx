import { ScrollText } from "lucide";
import { Badge } from "@/components/ui/badge";
import buttons from "@/components/ui/button.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { IdCell } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import { FilterBar } from "@/components/ui/table/filter-bar";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import type { Zone } from "@/lib/format/dates";
import styles from "./requests.module.css";

type Request = {
  id: string;
  at: Date;
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  kid: string | null;
  message: string | null;
};

type Props = {
  here: string;
  given: Readonly<Record<string, string>>;
  problem: string | null;
  list: { requests: readonly Request[]; pager: PagerProps } | null;
  zone: Zone;
};

const methods = ["GET", "POST", "PATCH", "DELETE"].map((method) => ({ value: method, label: method }));
const results = [{ value: "refused", label: "Refused" }];

export function Requests({ here, given, problem, list, zone }: Props) {
  const { only, method, path } = given;
  const isFiltered = Boolean(only || method || path);
  return (
    <>
      <PageHead title="Request log">
        <p>API requests of your servers and plugins in the last 7 days. Times are in {zone.name}.</p>
      </PageHead>
      <FilterBar
        here={here}
        given={given}
        problem={problem}
        search={{ name: "path", label: "Path contains", placeholder: "Search paths" }}
        filters={[
          {
            label: "Result",
            names: ["only"],
            chosen: only ? "Refused" : null,
            fields: <SelectField name="only" label="Result" empty="Any" options={results} value={only} />,
          },
          {
            label: "Method",
            names: ["method"],
            chosen: method ?? null,
            fields: <SelectField name="method" label="Method" empty="Any" options={methods} value={method} />,
          },
        ]}
        count={list ? countWords(list.pager.total) : undefined}
      />
      {list && (
        <DataTable
          caption="Requests"
          columns={[
            { label: "Status", phone: "top-start" },
            { label: "Request", phone: "middle-start" },
            { label: "Took", align: "end", phone: "bottom-end" },
            { label: "Key", phone: "bottom-start" },
            { label: "Time", isQuiet: true, phone: "top-end" },
            { label: "Request ID", phone: "hidden" },
          ]}
          empty={<NoRequests {...{ here, isFiltered }} />}
          rows={list.requests.map((request) => toRow(request, zone))}
          footer={<Pager {...list.pager} />}
        />
      )}
    </>
  );
}

const countWords = (total: number): string => (total === 1 ? "1 request" : `${total.toLocaleString("en")} requests`);

function NoRequests({ here, isFiltered }: { here: string; isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState icon={ScrollText} title="No requests in the last 7 days">
        A request appears here about a second after its answer.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="No requests match these filters"
      action={
        <a href={here} className={buttons.secondary}>
          Clear filters
        </a>
      }
    />
  );
}

function toRow({ id, at, method, path, status, message, durationMs, kid, requestId }: Request, zone: Zone) {
  return {
    key: id,
    cells: [
      <Badge key="status" tone={status < 400 ? "success" : "danger"}>
        {status}
      </Badge>,
      <span key="request" className={styles.request}>
        <code>
          {method} {path}
        </code>
        {message && <span>{message}</span>}
      </span>,
      `${durationMs} ms`,
      kid && <IdCell key="kid" id={kid} label="the key ID" />,
      <Moment key="at" at={at} zone={zone} format="short" />,
      <IdCell key="id" id={requestId} label="the request ID" />,
    ],
  };
}
