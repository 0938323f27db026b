import styles from "./demo.module.css";
import { codeSamples } from "./samples";

/** Code to copy. Opens and closes without a script; one is open at a time. */
export function CodeSamples({ origin }: { origin: string }) {
  return (
    <section aria-labelledby="code">
      <h2 id="code">The same in your shop</h2>
      <p>
        Ask for the payment on your server, keep the order unpaid, and believe the result only after your server has
        verified its hash against the order in your own storage. To show the hosted page in an iframe, include{" "}
        <a href="/embed.js">embed.js</a>.
      </p>
      {codeSamples(origin).map(({ language, file, code }, index) => (
        <details key={language} name="samples" open={index === 0} className={styles.sample}>
          <summary>
            {language} <span className={styles.quiet}>{file}</span>
          </summary>
          <pre>{code}</pre>
        </details>
      ))}
    </section>
  );
}
