import { Store } from "lucide";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";
import { Tabs } from "@/components/ui/sections/tabs";
import type { FirstPaymentView } from "@/lib/dashboard/views/first-payment";
import type { StartHereView } from "@/lib/dashboard/views/start-here";
import { startCookies } from "@/lib/reference/start-here";
import { FirstPayment } from "./first-payment";
import { AccountFacts, BeforeLive } from "./start-cards";
import { HideButton } from "./start-controls";
import styles from "./start-here.module.css";
import { linkSteps, websiteSteps } from "./start-steps";
import { StepList } from "./step-list";

type Props = StartHereView & { mode: string; firstPayment: FirstPaymentView | null };

/** The first page of a new account: steps that tick themselves, for merchants with and without a website. */
export function StartHere(props: Props) {
  const { mode, firstName, accountNumber, hasWebsite, goLive, apiKey, hasDemoShop } = props;
  const steps = hasWebsite ? websiteSteps(props) : linkSteps(props);
  const here = `/dashboard/${mode}`;
  return (
    <>
      <PageHead
        title={`Welcome, ${firstName}`}
        actions={
          hasDemoShop && (
            <a href="/demo" className={buttons.secondary}>
              <Icon of={Store} />
              Try the demo shop
            </a>
          )
        }
      >
        Take your first test payment in about five minutes. Nothing here moves money.
      </PageHead>
      {props.firstPayment && <FirstPayment {...props.firstPayment} />}
      <div className={`${layout.columns} ${styles.columns}`}>
        <div>
          <Card
            title="Start here"
            isFlush
            action={<Progress done={steps.filter(({ isDone }) => isDone).length} all={steps.length} />}
          >
            <div className={styles.ways}>
              <Tabs
                label="How you sell"
                tabs={[
                  { label: "With a website", href: `${here}?website=yes`, isCurrent: hasWebsite },
                  { label: "Without a website", href: `${here}?website=no`, isCurrent: !hasWebsite },
                ]}
              />
            </div>
            <StepList steps={steps} />
          </Card>
          <HideButton cookie={startCookies(accountNumber).hidden}>Hide these steps</HideButton>
        </div>
        <div>
          <BeforeLive mode={mode} steps={goLive} />
          {hasWebsite && <AccountFacts mode={mode} accountNumber={accountNumber} apiKey={apiKey} />}
        </div>
      </div>
    </>
  );
}

const Progress = ({ done, all }: { done: number; all: number }) => (
  <span className={styles.progress}>
    <progress value={done} max={all} aria-label="Steps" />
    {done} of {all} done
  </span>
);
