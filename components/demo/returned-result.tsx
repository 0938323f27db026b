import { Check, CircleCheck, CircleX, type IconNode, X } from "lucide";
import type { ReactNode } from "react";
import tones from "@/components/ui/tone.module.css";
import { Unseen } from "@/components/ui/unseen";
import { cardName } from "@/lib/format/card-name";
import { formatMoney } from "@/lib/format/money";
import { currencies } from "@/lib/reference/currencies";
import { Icon } from "../ui/icon";
import styles from "./result.module.css";

export type ReturnedResultProps = {
  title: string;
  explanation: string;
  tone: "good" | "neutral" | "bad";
  isPaid: boolean;
  checks: { what: string; isGood: boolean }[];
  parameters: { name: string; value: string; meaning: string }[];
};

const marks: Record<ReturnedResultProps["tone"], { icon: IconNode; look: string | undefined }> = {
  good: { icon: Check, look: tones.success },
  neutral: { icon: X, look: tones.neutral },
  bad: { icon: X, look: tones.danger },
};

/** The result of the shop's checks, and the parameters of the redirect. `children` stand below the verdict. */
export function ReturnedResult(props: ReturnedResultProps & { children?: ReactNode }) {
  const { title, explanation, tone, isPaid, checks, parameters, children } = props;
  const { amount, facts } = resultFacts(props);
  const { icon, look } = marks[tone];
  return (
    <div className={styles.result}>
      <div className={styles.columns}>
        <div className={`${styles.verdict} ${look}`} data-testid="verdict" data-paid={isPaid} data-tone={tone}>
          <span className={styles.circle}>
            <Icon of={icon} size={28} />
          </span>
          <h1>{title}</h1>
          {amount && <p className={styles.amount}>{amount}</p>}
          <p className={styles.explanation}>{explanation}</p>
          {facts.length > 0 && (
            <dl className={styles.facts}>
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          {children}
        </div>
        {checks.length > 0 && <Checks checks={checks} />}
      </div>
      <section aria-labelledby="parameters" className={styles.card}>
        <h2 id="parameters">Parameters of the redirect</h2>
        {parameters.length === 0 ? (
          <p className={styles.nothing}>There are none. This page was opened without a result.</p>
        ) : (
          <table className={styles.parameters}>
            <thead>
              <tr>
                <th scope="col">Parameter</th>
                <th scope="col">Value and meaning</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map(({ name, value, meaning }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <code>{value}</code>
                    <span className={styles.meaning}>{meaning}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}

type Facts = { amount: string | null; facts: [name: string, value: string][] };

/** The facts of a verified result. A result that does not verify proves nothing, so none of its values is a fact. */
function resultFacts({ tone, isPaid, parameters }: ReturnedResultProps): Facts {
  if (tone === "bad") return { amount: null, facts: [] };
  const given = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value ?? "";
  const currency = currencies.find((code) => code === given("currency"));
  const card = given("card");
  const facts: [string, string][] = [
    ["Order", given("order_id")],
    ["Card", card && cardName(null, card)],
    ["Transaction", given("transaction_id")],
  ];
  return {
    amount: isPaid && currency ? formatMoney({ amount: given("total"), currency }) : null,
    facts: facts.filter(([, value]) => value !== ""),
  };
}

function Checks({ checks }: Pick<ReturnedResultProps, "checks">) {
  return (
    <section aria-labelledby="checks" className={styles.card}>
      <h2 id="checks">How it was verified</h2>
      <ul className={styles.checks}>
        {checks.map(({ what, isGood }) => (
          <li key={what} data-good={isGood}>
            <Icon of={isGood ? CircleCheck : CircleX} size={20} />
            <Unseen>{isGood ? "Yes" : "No"}</Unseen>
            {what}
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        The hash is the MD5 of the transaction id, the total the shop requested and the shop’s hash key. Only the shop
        and Tradewind know that key, so only they can make a hash that matches.{" "}
        <a href="/docs/redirect-and-hash" target="_top">
          How to verify a result
        </a>
      </p>
    </section>
  );
}
