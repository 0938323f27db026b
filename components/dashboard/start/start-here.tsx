import { Check, Link2, Store } from "lucide";
import type { ReactNode } from "react";
import { CodeGroup } from "@/components/code/code-group";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";
import { Unseen } from "@/components/ui/unseen";
import type { StartHereView } from "@/lib/dashboard/views/start-here";
import { firstRequestSamples } from "./first-request";
import { AccountFacts, BeforeLive } from "./start-cards";
import { CopyNumber, HideSteps, Waiting } from "./start-controls";
import styles from "./start-here.module.css";

type StepName = "copied" | "requested" | "verified" | "webhook" | "branded" | "live";

type Props = StartHereView & { mode: string };

const order: readonly StepName[] = ["copied", "requested", "verified", "webhook", "branded", "live"];

/** The first page of a new account: six steps that tick themselves. */
export function StartHere(props: Props) {
  const { mode, firstName, accountNumber, steps, goLive, apiKey, hasDemoShop } = props;
  return (
    <>
      <PageHead
        title={`Welcome, ${firstName}`}
        actions={
          <>
            {hasDemoShop && (
              <a href="/demo" className={buttons.secondary}>
                <Icon of={Store} />
                Try the demo shop
              </a>
            )}
            <a href={`/dashboard/${mode}/payment-links`} className={buttons.secondary}>
              <Icon of={Link2} />
              Sell without a website
            </a>
          </>
        }
      >
        Take your first test payment in about five minutes. Nothing here moves money.
      </PageHead>
      <div className={`${layout.columns} ${styles.columns}`}>
        <div>
          <Card title="Start here" isFlush action={<Progress done={order.filter((name) => steps[name]).length} />}>
            <Steps {...props} />
          </Card>
          <HideSteps accountNumber={accountNumber} />
        </div>
        <div>
          <BeforeLive mode={mode} steps={goLive} />
          <AccountFacts mode={mode} accountNumber={accountNumber} apiKey={apiKey} />
        </div>
      </div>
    </>
  );
}

const Progress = ({ done }: { done: number }) => (
  <span className={styles.progress}>
    <progress value={done} max={order.length} aria-label="Steps" />
    {done} of {order.length} done
  </span>
);

/** How to pay the first request. It stays until a payment succeeded. */
const HowToPay = () => (
  <p className={styles.note}>
    Open the <code>url</code> in the response and pay with <strong>4111 1111 1111 1111</strong>, any future expiry date
    and any security code.
  </p>
);

function Steps({ mode, accountNumber, steps, goLive, request, baseUrl }: Props) {
  const current = order.find((name) => name !== "copied" && !steps[name]);
  const at = (path: string) => `/dashboard/${mode}/${path}`;
  const left = goLive.filter(({ isDone }) => !isDone).length;
  const details: Record<StepName, { title: string; end: ReactNode; body?: ReactNode }> = {
    copied: {
      title: "Copy your account number",
      end: <CopyNumber accountNumber={accountNumber} />,
    },
    requested: {
      title: "Send your first payment request",
      end: (
        <Waiting mode={mode} until="requested">
          Waiting for your request
        </Waiting>
      ),
      body: (
        <>
          <p>Run this in a terminal. It already contains your account number.</p>
          <CodeGroup name="first-request" samples={firstRequestSamples({ accountNumber, baseUrl, ...request })} />
          <HowToPay />
        </>
      ),
    },
    verified: {
      title: "Verify the hash of the result",
      end:
        steps.paid || !steps.requested ? (
          <a href="/docs/redirect-and-hash">Read how</a>
        ) : (
          <Waiting mode={mode} until="paid">
            Waiting for your payment
          </Waiting>
        ),
      body: (
        <>
          {!steps.paid && <HowToPay />}
          <p>
            Your shop compares the hash in the return URL with its own. Show your <a href={at("hash-key")}>hash key</a>,
            then check a return URL in the <a href={at("hash-inspector")}>hash inspector</a>.
          </p>
        </>
      ),
    },
    webhook: {
      title: "Add a webhook endpoint",
      end: <a href={at("webhooks")}>Add endpoint</a>,
      body: <p>We call it for every payment, even when the customer closes the page.</p>,
    },
    branded: {
      title: "Set your logo and colour",
      end: <a href={at("branding")}>Open branding</a>,
      body: <p>Customers see your name, picture and colour while they pay.</p>,
    },
    live: { title: "Go live", end: left === 1 ? "1 step left" : `${left} steps left` },
  };
  return (
    <ol className={styles.steps}>
      {order.map((name, index) => {
        const state = steps[name] ? "done" : name === current ? "current" : "open";
        const { title, end, body } = details[name];
        return (
          <li key={name} data-state={state}>
            <div className={styles.row}>
              <span className={styles.mark}>{state === "done" ? <Icon of={Check} size={14} /> : index + 1}</span>
              <h3>
                {title}
                <Unseen>{state === "done" ? ", done" : ""}</Unseen>
              </h3>
              <span className={styles.end}>{(state !== "done" || name === "copied") && end}</span>
            </div>
            {state === "current" && body && <div className={styles.body}>{body}</div>}
          </li>
        );
      })}
    </ol>
  );
}
