import { Clock, FileSearch, type IconNode, PauseCircle, TriangleAlert, Undo2 } from "lucide";
import { Change, countOf, Tile } from "@/components/dashboard/overview/stat-tiles";
import tiles from "@/components/dashboard/overview/stat-tiles.module.css";
import layout from "@/components/dashboard/ui/layout.module.css";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { HiddenTable } from "@/components/ui/charts/hidden-table";
import { Legend } from "@/components/ui/charts/legend";
import { ShareBar } from "@/components/ui/charts/share-bar";
import { StackedBars } from "@/components/ui/charts/stacked-bars";
import { TwoLines } from "@/components/ui/charts/two-lines";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { ExceptionIcon } from "@/lib/dashboard/views/desk-exceptions";
import type { DeskFigures } from "@/lib/dashboard/views/desk-figures";
import type { DeskView } from "@/lib/dashboard/views/operator-desk";
import styles from "./operator-figures.module.css";

/** The answer takes so long that payers see the waiting screen. */
const limitSeconds = 8;

type TilesProps = { figures: DeskFigures } & Pick<DeskView, "report">;

export function DeskTiles({ figures: { approvals, answers, openMoney }, report }: TilesProps) {
  const over = openMoney.filter(({ isOver }) => isOver).length;
  return (
    <dl className={tiles.tiles}>
      <Tile label="Approved, last 24 hours">
        <span className={tiles.figure}>{approvals.rate === null ? "–" : `${approvals.rate.toFixed(1)}%`}</span>
        <Change by={approvals.change}>points from the day before</Change>
      </Tile>
      <Tile label="Bank’s answer time">
        <span className={tiles.figure}>{secondsOf(answers?.median)}</span>
        <p className={tiles.note}>{answerNote(answers)}</p>
      </Tile>
      <Tile label="Open money">
        <span className={tiles.figure}>
          {openMoney.reduce((sum, { count }) => sum + count, 0).toLocaleString("en")}
        </span>
        <p className={tiles.note}>
          {over === 0 ? (
            "None over its limit"
          ) : (
            <>
              <b className={styles.over}>{over}</b> over the limit
            </>
          )}
        </p>
      </Tile>
      <Tile label="Books">
        <span>
          <BooksBadge report={report} />
        </span>
        <p className={tiles.note}>
          {report ? (
            <>
              compared up to <Moment at={report.until} format="short" />
            </>
          ) : (
            "Not compared yet"
          )}
        </p>
      </Tile>
    </dl>
  );
}

function answerNote(answers: DeskFigures["answers"]): string {
  if (!answers) return "Measured for live payments";
  return answers.p95 === null ? "No live payment in 24 hours" : `median; 95% within ${secondsOf(answers.p95)}`;
}

function BooksBadge({ report }: Pick<DeskView, "report">) {
  if (!report) return "–";
  const { differences } = report;
  if (differences === 0) return <Badge tone="success">The books agree</Badge>;
  return <Badge tone="warning">{countOf(differences, "difference")}</Badge>;
}

const secondsOf = (seconds: number | null | undefined): string => (seconds == null ? "–" : `${seconds.toFixed(1)} s`);

/** Approvals and answer times of the last 24 hours. */
export function DeskCharts({ figures: { approvals, answers } }: { figures: DeskFigures }) {
  return (
    <div className={layout.halves}>
      <Card title="Approvals per hour" note="UTC">
        <Approvals approvals={approvals} />
      </Card>
      <Card title="Bank’s answer time" note="seconds">
        {answers ? (
          <AnswerTimes answers={answers} />
        ) : (
          <p className={tiles.note}>Shown for live payments, once an acquirer has a terminal.</p>
        )}
      </Card>
    </div>
  );
}

function Approvals({ approvals: { approved, declined, hours } }: Pick<DeskFigures, "approvals">) {
  const [first, second] = [approved.toLocaleString("en"), declined.toLocaleString("en")];
  return (
    <>
      <Legend
        entries={[
          { label: "Approved", look: "main", total: first },
          { label: "Declined", look: "danger", total: second },
        ]}
      />
      <StackedBars
        summary={`Approvals per hour in the last 24 hours: ${first} approved, ${second} declined.`}
        looks={["main", "danger"]}
        isCount
        steps={hours.map((one) => ({
          ...one,
          values: [one.approved, one.declined],
          facts: [
            ["Approved", one.approved.toLocaleString("en")],
            ["Declined", one.declined.toLocaleString("en")],
          ],
        }))}
      />
      <HiddenTable
        caption="Approvals per hour"
        columns={["Hour", "Approved", "Declined"]}
        rows={hours.map((one) => [one.title, String(one.approved), String(one.declined)])}
      />
    </>
  );
}

function AnswerTimes({ answers: { median, p95, hours } }: { answers: NonNullable<DeskFigures["answers"]> }) {
  return (
    <>
      <Legend
        isOfLines
        entries={[
          { label: "Median", look: "main" },
          { label: "95%", look: "quiet" },
        ]}
      />
      <TwoLines
        summary={
          median === null
            ? "Bank’s answer time: no payment in the last 24 hours."
            : `Bank’s answer time in the last 24 hours: median ${secondsOf(median)}, 95% within ${secondsOf(p95)}.`
        }
        main={hours.map((one) => one.median)}
        quiet={hours.map((one) => one.p95)}
        labels={hours.map(({ tick }) => tick)}
        limit={{ value: limitSeconds, words: "payers see the waiting screen" }}
      />
      <HiddenTable
        caption="Bank’s answer time per hour"
        columns={["Hour", "Median", "95%"]}
        rows={hours.map((one) => [one.title, secondsOf(one.median), secondsOf(one.p95)])}
      />
    </>
  );
}

/** The bar ends at the limit when it fills two thirds. */
const limitShare = 2 / 3;

/** The age of what is still open, compared with its limit. */
export const OldestOpenMoney = ({ figures: { openMoney } }: { figures: DeskFigures }) => (
  <Card title="Oldest open money" note="over all accounts">
    <ul className={styles.ages}>
      {openMoney.map(({ kind, words, card, count, age, limit, share, isOver }) => (
        <li key={kind} data-over={isOver || undefined}>
          <span>
            {count > 0 ? <a href={`#card-${card}`}>{words}</a> : words}{" "}
            <span className={styles.quiet}>{count.toLocaleString("en")}</span>
          </span>
          <ShareBar value={share * limitShare} of={1} look={isOver ? "danger" : "main"} mark={limitShare} />
          <b>
            {isOver && <Icon of={TriangleAlert} size={16} />}
            {age ?? "–"}
          </b>
          <span className={styles.quiet}>limit {limit}</span>
        </li>
      ))}
    </ul>
  </Card>
);

const icons: Readonly<Record<ExceptionIcon, IconNode>> = {
  clock: Clock,
  undo: Undo2,
  chargeback: TriangleAlert,
  pause: PauseCircle,
  difference: FileSearch,
};

/** The cards with the details. */
const cards: Readonly<Record<ExceptionIcon, string>> = {
  clock: "stuck-payments",
  undo: "refunds",
  chargeback: "open-chargebacks",
  pause: "held-withdrawals",
  difference: "settlement",
};

/** What needs a person, the most urgent first. Each leads to its card below, which has the details and the actions. */
export const Exceptions = ({ exceptions }: Pick<DeskView, "exceptions">) => (
  <Card title="Exceptions" note="most urgent first" isFlush>
    <DataTable
      caption="Exceptions, most urgent first"
      columns={[
        { label: "What", phone: "top-start" },
        { label: "Account", phone: "middle-start" },
        { label: "Amount", align: "end", phone: "top-end" },
        { label: "Open for", align: "end", phone: "middle-end" },
        { label: "Next step", isQuiet: true, phone: "bottom-start" },
      ]}
      empty="There is no exception."
      rows={exceptions.map(({ key, icon, what, account, accountNumber, amount, openFor, next, isOver }) => ({
        key,
        href: `#card-${cards[icon]}`,
        cells: [
          <span key="what" className={styles.what} data-over={isOver || undefined}>
            <Icon of={icons[icon]} />
            {what}
          </span>,
          <span key="account">
            {account || "Unknown"} <span className={layout.note}>{accountNumber}</span>
          </span>,
          amount ? <Money key="amount" {...amount} /> : "–",
          <span key="age" className={isOver ? styles.over : undefined}>
            {openFor}
          </span>,
          next.at ? (
            <span key="next">
              {next.words} <Moment at={next.at} format="short" />
            </span>
          ) : (
            next.words
          ),
        ],
      }))}
    />
  </Card>
);
