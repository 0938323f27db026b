import { Download } from "lucide";
import type { ReactNode } from "react";
import { CopyableText } from "@/components/code/copyable";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { Badge, type Tone } from "@/components/ui/badge";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Disclosure } from "@/components/ui/sections/disclosure";
import type { CaseOutcome, CaseReport, KitExchange } from "@/lib/conformance/report";
import type { IntegrationTestView } from "@/lib/conformance/view-integration-test";
import type { Zone } from "@/lib/format/dates";
import styles from "./integration-test.module.css";

type View = IntegrationTestView;
type FormProps = Pick<View, "proof" | "hosts" | "endpoints" | "values"> & { action: string };

/** The form that runs the conformance kit. */
export function IntegrationTestForm({ action, proof, hosts, endpoints, values }: FormProps) {
  return (
    <Card title="Your shop">
      <ActionForm action={action} submit="Test my integration" busy="Testing…" done="The test is finished.">
        {hosts.length === 0 ? (
          <Notice tone="info" title="Register a host first">
            <p>
              The test calls only hosts under <a href="/dashboard/test/addresses">Allowed addresses</a>, and those of
              your webhook endpoints.
            </p>
          </Notice>
        ) : (
          <p className={styles.note}>
            Hosts that you have registered: {hosts.join(", ")}. A test takes up to 45 seconds and sends at most 120
            requests.
          </p>
        )}
        {proof && hosts.length > 0 && <HostProof {...proof} />}
        <TextField
          name="return_url"
          label="Return URL"
          hint="Your response_url: the page of your shop to which customers return."
          value={values.return_url}
        />
        <Disclosure summary="Test more of your shop" isOpen={hasMore(values)}>
          <div className={layout.stack}>
            <TextField
              name="order_status_url"
              label="Order status URL"
              hint="Write {order_id} for the id of the order. It answers JSON with the field paid."
              value={values.order_status_url}
              isOptional
            />
            <TextField
              name="start_url"
              label="Start URL"
              hint="Places an order, and leads to the checkout or to the form of the payment request. Without it, most cases are not seen."
              value={values.start_url}
              isOptional
            />
            <TextField
              name="start_body"
              label="Form fields for the start URL"
              hint="Sent by POST, such as product=1&quantity=1. If it is empty, the start URL is opened."
              value={values.start_body}
              isOptional
            />
            <SelectField
              name="webhook_id"
              label="Webhook endpoint"
              options={endpoints}
              value={values.webhook_id}
              empty="Do not test webhooks"
              isOptional
            />
            <TextField
              name="paid_words"
              label="Words for paid"
              hint="Words of your pages, separated by commas."
              value={values.paid_words}
              isOptional
            />
            <TextField
              name="unpaid_words"
              label="Words for unpaid"
              hint="Words of your pages, separated by commas."
              value={values.unpaid_words}
              isOptional
            />
          </div>
        </Disclosure>
      </ActionForm>
    </Card>
  );
}

const hasMore = ({ return_url: _, ...more }: View["values"]): boolean => Object.values(more).some(Boolean);

/** How a host shows that it is the merchant's. It stays folded, because a host does so once. */
function HostProof({ token, path, header }: NonNullable<View["proof"]>) {
  return (
    <Disclosure summary="Show that a host is yours">
      <p className={styles.note}>
        We test a host only if it shows your token. Serve a text file with this token on each host, without a redirect:
      </p>
      <CopyableText label="the path of the file" text={path} />
      <CopyableText label="your token" text={token} />
      <p className={styles.note}>Or answer requests for that path with this header:</p>
      <CopyableText label="the header" text={`${header}: ${token}`} />
    </Disclosure>
  );
}

const outcomeWords: Readonly<Record<CaseOutcome, { label: string; tone: Tone }>> = {
  failed: { label: "Wrong", tone: "danger" },
  advice: { label: "Advice", tone: "warning" },
  not_seen: { label: "Not seen", tone: "neutral" },
  passed: { label: "Right", tone: "success" },
};

/** The report of the last test. Cases that are right are folded. */
export function IntegrationReport(props: { zone: Zone; files: string } & Pick<View, "report" | "cases">) {
  const { report, cases, zone, files } = props;
  if (!report) return <CasesAhead cases={cases} />;
  const has = (wanted: CaseOutcome) => report.cases.some(({ outcome }) => outcome === wanted);
  const tone = has("failed") ? "danger" : has("advice") || has("not_seen") ? "info" : "success";
  const [right, others] = [true, false].map((isRight) =>
    report.cases.filter(({ outcome }) => (outcome === "passed") === isRight),
  );
  return (
    <Card title="Last report" action={<Downloads files={files} />}>
      <Notice tone={tone} title={report.headline}>
        <p>
          Tested on <Moment at={report.ranAt} zone={zone} />.
        </p>
      </Notice>
      <CaseList cases={others ?? []} />
      {right && right.length > 0 && (
        <Disclosure summary={`${right.length} cases that are right`}>
          <CaseList cases={right} />
        </Disclosure>
      )}
    </Card>
  );
}

const channels: readonly [channel: View["cases"][number]["channel"], label: string][] = [
  ["redirect", "When customers return to your shop"],
  ["webhook", "Webhooks"],
];

/** What a test will look at, before the first one. */
const CasesAhead = ({ cases }: Pick<View, "cases">) => (
  <Card title="What we test" note={`${cases.length} cases`}>
    <p className={styles.note}>We play the customer and the gateway against your shop, in the sandbox only.</p>
    {channels.map(([channel, label]) => (
      <section key={channel} className={styles.ahead}>
        <h3>{label}</h3>
        <ul>
          {cases
            .filter((one) => one.channel === channel)
            .map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
        </ul>
      </section>
    ))}
  </Card>
);

const Downloads = ({ files }: { files: string }): ReactNode => (
  <span className={styles.files}>
    {["html", "json"].map((format) => (
      <a key={format} href={`${files}/report.${format}`} download className={`${buttons.secondary} ${buttons.small}`}>
        <Icon of={Download} />
        {format.toUpperCase()}
      </a>
    ))}
  </span>
);

const CaseList = ({ cases }: { cases: readonly CaseReport[] }): ReactNode => (
  <ul className={styles.cases}>
    {cases.map((one) => (
      <CaseItem key={one.id} {...one} />
    ))}
  </ul>
);

function CaseItem({ id, title, outcome, sent, did, wrong, right, docs, requests }: CaseReport) {
  const { label, tone } = outcomeWords[outcome];
  return (
    <li data-testid="conformance-case" data-case={id} data-outcome={outcome}>
      <h3>
        {title} <Badge tone={tone}>{label}</Badge>
      </h3>
      <p>
        {sent} {did}
      </p>
      {wrong.map((sentence) => (
        <p key={sentence} className={styles.wrong}>
          {sentence}
        </p>
      ))}
      <p>
        What is right: {right} <a href={docs}>Read how to do it: {title}</a>
      </p>
      {requests.length > 0 && (
        <Disclosure summary={`Requests of “${title}”`}>
          {requests.map((request, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the requests of a case have a fixed order
            <Request key={index} {...request} />
          ))}
        </Disclosure>
      )}
    </li>
  );
}

const Request = ({ method, url, status, error, answer }: KitExchange): ReactNode => (
  <pre className={styles.request}>{`${method} ${url}\n\n${status ?? error ?? ""}${answer && `\n${answer}`}`}</pre>
);
