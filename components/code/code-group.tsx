import type { Sample } from "@/lib/docs/markdown";
import styles from "./code.module.css";
import { CopyableText } from "./copyable-text";

/** The same sample in several programming languages. One language is open at a time, also without JavaScript. */
export function CodeGroup({ name, samples }: { name: string; samples: readonly Sample[] }) {
  const [only, second] = samples;
  if (only && !second) return <CopyableText label={labelOf(only)} text={only.code} />;
  return samples.map((sample, index) => (
    <details key={sample.language} name={name} open={index === 0} className={styles.choice}>
      <summary>
        {sample.language} <span className={styles.file}>{sample.file}</span>
      </summary>
      <CopyableText label={labelOf(sample)} text={sample.code} />
    </details>
  ));
}

const labelOf = ({ language, file }: Sample) => file ?? (language ? `the ${language} code` : "the text");
