import { Eye, Lock, Rocket } from "lucide";
import type { ReactNode } from "react";
import { SetUpSteps } from "@/components/dashboard/frame/menus/set-up-steps";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import type { StartHereView } from "@/lib/dashboard/views/start-here";
import styles from "./start-cards.module.css";

/** The steps that lead to live payments. */
export function BeforeLive({ mode, steps }: { mode: string; steps: StartHereView["goLive"] }) {
  const left = steps.filter(({ isDone }) => !isDone);
  return (
    <Card>
      <h2 className={styles.title}>
        <Icon of={Rocket} size={20} />
        Before you go live
      </h2>
      <div className={styles.steps}>
        <SetUpSteps
          steps={steps.map(({ label, isDone, page }) => ({
            label,
            isDone,
            action: !isDone && page && (
              <a href={`/dashboard/${mode}/${page}`} aria-label={`Add: ${label.toLowerCase()}`}>
                Add
              </a>
            ),
          }))}
        />
      </div>
      <button type="button" disabled className={`${buttons.secondary} ${styles.live}`}>
        <Icon of={Lock} />
        Go live
      </button>
      <p className={styles.reason}>
        {left.length === 1 ? "We check your account and mail you." : `${left.length} steps are open.`}
      </p>
    </Card>
  );
}

type FactsProps = Pick<StartHereView, "accountNumber" | "apiKey"> & { mode: string };

/** The numbers and keys of the test account. */
export function AccountFacts({ mode, accountNumber, apiKey }: FactsProps) {
  const keys = `/dashboard/${mode}/api-keys`;
  return (
    <Card title="Your test account">
      <dl className={styles.facts}>
        <Fact label="Account number" value={accountNumber}>
          <CopyButton text={accountNumber} label="the account number" kind="boxed" />
        </Fact>
        <Fact label="Test API key" value={apiKey && `svc_test_${apiKey.kid.slice(0, 3)}…${apiKey.kid.slice(-4)}`}>
          <a href={apiKey ? `${keys}/${apiKey.kid}` : keys}>{apiKey ? "Open" : "Create"}</a>
        </Fact>
        <Fact label="Hash key" value="•••••••••••">
          <a href={`/dashboard/${mode}/hash-key`} className={styles.box} aria-label="Show the hash key">
            <Icon of={Eye} />
          </a>
        </Fact>
      </dl>
    </Card>
  );
}

const Fact = ({ label, value, children }: { label: string; value: string | null; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value ? <span className={styles.value}>{value}</span> : <span>None yet</span>}
      {children}
    </dd>
  </div>
);
