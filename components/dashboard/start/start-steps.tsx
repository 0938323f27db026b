import { CodeGroup } from "@/components/code/code-group";
import buttons from "@/components/ui/button.module.css";
import type { StartHereView } from "@/lib/dashboard/views/start-here";
import { firstRequestSamples } from "./first-request";
import { CopyNumber, Waiting } from "./start-controls";
import styles from "./start-here.module.css";
import type { Step } from "./step-list";

type Props = StartHereView & { mode: string };

/** For a merchant whose website sends payment requests. */
export function websiteSteps({ mode, accountNumber, steps, goLive, request, baseUrl }: Props): Step[] {
  const at = (path: string) => `/dashboard/${mode}/${path}`;
  return [
    {
      title: "Copy your account number",
      isDone: steps.copied,
      isQuick: true,
      end: <CopyNumber accountNumber={accountNumber} />,
    },
    {
      title: "Send your first payment request",
      isDone: steps.requested,
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
    {
      title: "Verify the hash of the result",
      isDone: steps.verified,
      end: !steps.requested ? (
        <a href="/docs/redirect-and-hash">Read how</a>
      ) : steps.paid ? (
        <Waiting mode={mode} until="verified">
          Waiting for your result
        </Waiting>
      ) : (
        <WaitingForPayment mode={mode} />
      ),
      body: (
        <>
          {!steps.paid && <HowToPay />}
          <p>
            Return to the shop after you pay. With <code>{baseUrl}/response</code> as the <code>response_url</code>, our
            page verifies the result as <a href="/docs/redirect-and-hash">your shop should</a>, with your{" "}
            <a href={at("hash-key")}>hash key</a>. If your shop’s own hash differs, ask the{" "}
            <a href={at("hash-inspector")}>hash inspector</a> why.
          </p>
        </>
      ),
    },
    {
      title: "Add a webhook endpoint",
      isDone: steps.webhook,
      end: <a href={at("webhooks")}>Add endpoint</a>,
      body: <p>We call it for every payment, even when the customer closes the page.</p>,
    },
    brandingStep({ mode, steps }),
    goLiveStep(goLive, steps),
  ];
}

/** For a merchant who sells by payment links, without code. */
export function linkSteps({ mode, steps, goLive }: Props): Step[] {
  const links = `/dashboard/${mode}/payment-links`;
  return [
    {
      title: "Create a payment link",
      isDone: steps.linked,
      end: <a href="/docs/payment-links">Read how</a>,
      body: (
        <>
          <p>Say what you sell and name its price. You get a link to send and a QR code to print.</p>
          <a href={`${links}?open=new`} className={buttons.primary}>
            Create a link
          </a>
        </>
      ),
    },
    {
      title: "Pay it with a test card",
      isDone: steps.paid,
      end: steps.linked && <WaitingForPayment mode={mode} />,
      body: (
        <p className={styles.note}>
          Open your <a href={links}>payment link</a> as a customer would, and pay with <TestCard />
        </p>
      ),
    },
    brandingStep({ mode, steps }),
    {
      ...goLiveStep(goLive, steps),
      body: <p>Then create your links in live mode and share them by WhatsApp, by mail or as a QR code.</p>,
    },
  ];
}

const brandingStep = ({ mode, steps }: Pick<Props, "mode" | "steps">): Step => ({
  title: "Set your logo and colour",
  isDone: steps.branded,
  end: <a href={`/dashboard/${mode}/branding`}>Open branding</a>,
  body: <p>Customers see your name, picture and colour while they pay.</p>,
});

function goLiveStep(goLive: Props["goLive"], steps: Props["steps"]): Step {
  const left = goLive.filter(({ isDone }) => !isDone).length;
  return { title: "Go live", isDone: steps.live, end: left === 1 ? "1 step left" : `${left} steps left` };
}

const WaitingForPayment = ({ mode }: { mode: string }) => (
  <Waiting mode={mode} until="paid">
    Waiting for your payment
  </Waiting>
);

const TestCard = () => (
  <>
    <strong>4111 1111 1111 1111</strong>, any future expiry date and any security code.
  </>
);

/** How to pay the first request. It stays until a payment succeeded. */
const HowToPay = () => (
  <p className={styles.note}>
    Open the <code>url</code> in the response and pay with <TestCard />
  </p>
);
