import styles from "./demo.module.css";

type Props = {
  title: string;
  explanation: string;
  isPaid: boolean;
  checks: { what: string; isGood: boolean }[];
  parameters: [string, string][];
};

/** What came back in the address, and what the shop's server makes of it. */
export function ReturnedResult({ title, explanation, isPaid, checks, parameters }: Props) {
  return (
    <>
      <div className={styles.verdict} data-testid="verdict" data-paid={isPaid}>
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
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
