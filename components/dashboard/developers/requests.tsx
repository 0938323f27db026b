import { ScrollText } from "lucide";
import { ListPage } from "@/components/dashboard/ui/list-page";
import type { ShownViews } from "@/components/dashboard/ui/saved-views";
import { Badge } from "@/components/ui/badge";
import type { EmptyProps } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { IdCell } from "@/components/ui/table/cells";
import { choiceFilter } from "@/components/ui/table/list-filters";
import { countOf, type PagerProps } from "@/components/ui/table/pager";
import type { Zone } from "@/lib/format/dates";
import type { ListedRequest } from "@/lib/request-log/list-requests";
import styles from "./requests.module.css";

type Props = {
  here: string;
  given: Readonly<Record<string, string>>;
  problem: string | null;
  views: ShownViews;
  list: { requests: readonly ListedRequest[]; pager: PagerProps } | null;
  zone: Zone;
};

const methods = { GET: "GET", POST: "POST", PATCH: "PATCH", DELETE: "DELETE" };

export function Requests({ here, given, problem, views, list, zone }: Props) {
  return (
    <ListPage
      title="Request log"
      lead={`API requests of your servers and plugins in the last 7 days. Times are in ${zone.name}.`}
      bar={{
        here,
        given,
        problem,
        search: { name: "path", label: "Path contains", placeholder: "Search paths" },
        filters: [
          choiceFilter("Result", "only", { refused: "Refused" }, given),
          choiceFilter("Method", "method", methods, given),
        ],
        count: list ? countOf(list.pager, "request") : undefined,
      }}
      views={views}
      caption="Requests"
      columns={[
        { label: "Status", phone: "top-start" },
        { label: "Request", phone: "middle-start" },
        { label: "Took", align: "end", phone: "bottom-end" },
        { label: "Key", phone: "bottom-start" },
        { label: "Time", isQuiet: true, phone: "top-end" },
        { label: "Request ID", phone: "hidden" },
      ]}
      empty={noRequests}
      things="requests"
      rows={list?.requests.map((request) => toRow(request, zone))}
      pager={list?.pager}
    />
  );
}

const noRequests: EmptyProps = {
  icon: ScrollText,
  title: "No requests in the last 7 days",
  text: "A request appears here about a second after its answer.",
};

function toRow({ id, at, method, path, status, message, durationMs, kid, requestId }: ListedRequest, zone: Zone) {
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
