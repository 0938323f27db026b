import type { Sample } from "@/lib/docs/markdown";
import { CodeGroup } from "../code/code-group";

type Props = { steps: readonly { title: string; samples: readonly Sample[] }[] };

/** Code samples from the docs, to copy. */
export function CodeSamples({ steps }: Props) {
  return (
    <section aria-labelledby="code">
      <h2 id="code">The same in your shop</h2>
      <p>
        Ask for the payment on your server, keep the order unpaid, and believe the result only after your server has
        verified it against the order in your own storage. The <a href="/docs">docs</a> say more, also how to show the
        hosted page <a href="/docs/embedding">in an iframe</a>.
      </p>
      {steps.map(({ title, samples }) => (
        <div key={title}>
          <h3>{title}</h3>
          <CodeGroup name={title} samples={samples} />
        </div>
      ))}
    </section>
  );
}
