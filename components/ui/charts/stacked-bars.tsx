import { Grid, Labels } from "./axis";
import styles from "./charts.module.css";
import type { Look } from "./legend";
import { niceScale, percentOf, type Scale } from "./scale";

export type BarStep = {
  key: string;
  /** The first line of the tooltip, such as the day. */
  title: string;
  /** The label below the bar. */
  tick: string | null;
  /** From below. */
  values: readonly number[];
  /** The lines of the tooltip. */
  facts: readonly (readonly [label: string, value: string])[];
};

type Props = {
  /** A sentence that says what the chart shows. */
  summary: string;
  /** What each value of a bar means. */
  looks: readonly Look[];
  steps: readonly BarStep[];
  isCount: boolean;
};

/** The part of its step that a bar fills. */
const barShare = 68;
/** With so few bars, each has the greatest width on a wide screen. */
const fewMax = 8;
const tip = { width: 196, lineHeight: 20, padding: 20, gap: 6 };

/** Bars of stacked parts. The last bar is hatched, because its time is not over. */
export function StackedBars({ summary, looks, steps, isCount }: Props) {
  const scale = niceScale(
    steps.map(({ values }) => values.reduce((sum, value) => sum + value, 0)),
    isCount,
  );
  const last = steps.length - 1;
  const step = 100 / steps.length;
  return (
    <div className={styles.chart}>
      <svg role="img" aria-label={summary} className={styles.plot} data-few={steps.length <= fewMax || undefined}>
        <defs>
          {looks.map((look) => (
            <pattern
              key={look}
              id={`hatch-${look}`}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="2" height="5" className={styles.segment} data-look={look} />
            </pattern>
          ))}
        </defs>
        <Grid scale={scale} />
        {steps.map(({ key, values }, index) => (
          <svg key={key} x={`${index * step}%`} width={`${step}%`} height="100%" aria-hidden="true">
            <Bar values={values} looks={looks} scale={scale} isOpen={index === last} />
          </svg>
        ))}
        <Labels labels={steps.map(({ tick }) => tick)} at="middle" />
        {steps.map((one, index) => (
          <Tooltip key={one.key} step={one} x={index * step} width={step} />
        ))}
      </svg>
    </div>
  );
}

type BarProps = { values: readonly number[]; looks: readonly Look[]; scale: Scale; isOpen: boolean };

/** The parts of a bar, and the gaps between them. */
function Bar({ values, looks, scale: { top }, isOpen }: BarProps) {
  const highest = values.findLastIndex((value) => value > 0);
  const place = { x: `${(100 - barShare) / 2}%`, width: `${barShare}%` };
  const upTo = (index: number) => values.slice(0, index + 1).reduce((sum, one) => sum + one, 0);
  return values.map((value, index) => {
    if (value === 0) return null;
    const look = looks[index];
    const y = percentOf(top - upTo(index), top);
    return (
      <g key={look}>
        <rect
          {...place}
          y={y}
          height={percentOf(value, top)}
          fill={isOpen ? `url(#hatch-${look})` : undefined}
          className={`${isOpen ? styles.open : styles.segment} ${index === highest ? styles.top : ""}`}
          data-look={look}
        />
        {index < highest && <rect {...place} y={y} className={styles.gap} />}
      </g>
    );
  });
}

/** Shown while the pointer is on the column, on the side that has more room. The chart's table has the same data. */
function Tooltip({ step: { title, facts }, x, width }: { step: BarStep; x: number; width: number }) {
  const isLeft = x + width / 2 > 50;
  return (
    <g className={styles.column}>
      <rect x={`${x}%`} width={`${width}%`} height="100%" className={styles.target} />
      <g transform={`translate(${isLeft ? -(tip.width + tip.gap) : tip.gap} 4)`} className={styles.tipPlace}>
        <foreignObject
          x={`${isLeft ? x : x + width}%`}
          y="0"
          width={tip.width}
          height={(facts.length + 1) * tip.lineHeight + tip.padding}
        >
          <div className={styles.tip}>
            <p>{title}</p>
            <dl>
              {facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </foreignObject>
      </g>
    </g>
  );
}
