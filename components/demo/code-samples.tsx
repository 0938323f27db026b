import type { Sample } from "@/lib/docs/markdown";
import { CodeGroup } from "../code/code-group";
import styles from "./code-samples.module.css";

type Props = { steps: readonly { title: string; samples: readonly Sample[] }[] };

/** Code samples from the docs, to copy. */
export function CodeSamples({ steps }: Props) {
  return (
    <section aria-labelledby="code" className={styles.samples}>
      <h2 id="code">How this shop is built</h2>
      <p>
        The shop’s server requests the payment and keeps the order unpaid. It verifies the result against its own order
        before it marks the order as paid. The <a href="/docs">docs</a> explain each step, and how to show the checkout{" "}
        <a href="/docs/embedding">in a frame</a>.
      </p>
      <div className={styles.steps}>
        {steps.map(({ title, samples }) => (
          <div key={title}>
            <h3>{title}</h3>
            <CodeGroup name={title} samples={samples} />
          </div>
        ))}
      </div>
    </section>
  );
}
