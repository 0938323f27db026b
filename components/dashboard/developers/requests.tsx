import { FilterForm } from "@/components/dashboard/ui/filter-form";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Pager, type PagerProps } from "@/components/ui/table/pager";

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
};

const methods = ["GET", "POST", "PATCH", "DELETE"].map((method) => ({ value: method, label: method }));

export function Requests({ here, given, problem, list }: Props) {
  return (
    <>
      <PageHead title="Request log">
        <p>
          What your servers and plugins asked of us in the last seven days, newest first. A request shows up here about
          a second after its answer.
        </p>
      </PageHead>
      <Card title="Find">
        <FilterForm here={here} problem={problem}>
          <SelectField
            name="only"
            label="Answer"
            empty="Any"
            options={[{ value: "refused", label: "Refused only" }]}
            value={given.only}
          />
          <SelectField name="method" label="Method" empty="Any" options={methods} value={given.method} />
          <TextField name="path" label="Path contains" value={given.path} maxLength={200} />
        </FilterForm>
      </Card>
      {list && (
        <Card title="Requests">
          <DataTable
            caption="What was asked"
            columns={["Time", "Request", "Answer", "Took", "Key", "Request id"]}
            empty="No request was found."
            rows={list.requests.map(toRow)}
          />
          <Pager {...list.pager} />
        </Card>
      )}
    </>
  );
}

function toRow({ id, at, method, path, status, message, durationMs, kid, requestId }: Request) {
  return {
    key: id,
    cells: [
      <Moment key="at" at={at} />,
      <code key="request">
        {method} {path}
      </code>,
      <span key="answer">
        <Badge tone={status < 400 ? "success" : "danger"}>{status}</Badge> {message}
      </span>,
      `${durationMs} ms`,
      kid && <code key="kid">{kid}</code>,
      <code key="id">{requestId}</code>,
    ],
  };
}
