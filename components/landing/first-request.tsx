import { ArrowRight, Check } from "lucide";
import type { Sample } from "@/lib/docs/markdown";
import { CodeGroup } from "../code/code-group";
import { Icon } from "../ui/icon";
import styles from "./landing.module.css";

type Props = { samples: readonly Sample[]; answer: { status: number; code: string } };

const points = [
  "Samples in Node.js, PHP, Python and curl",
  "Signed webhooks with retries",
  "A sandbox with 3DS, declines and time-outs",
];

export const FirstRequest = ({ samples, answer }: Props) => (
  <section aria-labelledby="first-request" className={styles.pair}>
    <div className={styles.about}>
      <h2 id="first-request">Your first payment is one request away</h2>
      <p>No key, no library. Copy the request, open the URL and pay with a test card.</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon of={Check} />
            {point}
          </li>
        ))}
      </ul>
      <a href="/docs/quick-start" className={styles.onward}>
        Open the quick start
        <Icon of={ArrowRight} />
      </a>
    </div>
    <CodeGroup name="first-request" samples={samples} answer={answer} />
  </section>
);
