import styles from "./demo.module.css";

export type ReturnedResultProps = {
  title: string;
  explanation: string;
  tone: "good" | "neutral" | "bad";
  isPaid: boolean;
  checks: { what: string; isGood: boolean }[];
  parameters: { name: string; value: string; meaning: string }[];
};

/** The parameters of the redirect to the shop, and the result of the shop's checks. */
export function ReturnedResult({ title, explanation, tone, isPaid, checks, parameters }: ReturnedResultProps) {
  return (
    <>
      <div className={styles.verdict} data-testid="verdict" data-paid={isPaid} data-tone={tone}>
        <h1>{title}</h1>
        <p>{explanation}</p>
        {checks.length > 0 && (
          <ul className={styles.checks}>
            {checks.map(({ what, isGood }) => (
              <li key={what}>
                <span className={styles.mark}>{isGood ? "Yes" : "No"}</span> {what}
              </li>
            ))}
          </ul>
        )}
      </div>
      <h2>What the redirect said</h2>
      {parameters.length === 0 ? (
        <p>Nothing: this page was opened without a result.</p>
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
                  {value}
                  <span className={styles.meaning}>{meaning}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
