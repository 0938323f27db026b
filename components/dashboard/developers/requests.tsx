import { SelectField, TextField } from "@/components/dashboard/ui/field";
import { FilterForm } from "@/components/dashboard/ui/filter-form";
import {
  Badge,
  DataTable,
  Moment,
  PageHead,
  Pager,
  type PagerProps,
  Section,
} from "@/components/dashboard/ui/page-parts";

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
      <Section title="Find">
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
      </Section>
      {list && (
        <Section title="Requests">
          <DataTable
            caption="What was asked"
            columns={["Time", "Request", "Answer", "Took", "Key", "Request id"]}
            empty="No request was found."
            rows={list.requests.map(toRow)}
          />
          <Pager {...list.pager} />
        </Section>
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
        <Badge tone={status < 400 ? "good" : "bad"}>{status}</Badge> {message}
      </span>,
      `${durationMs} ms`,
      kid && <code key="kid">{kid}</code>,
      <code key="id">{requestId}</code>,
    ],
  };
}
