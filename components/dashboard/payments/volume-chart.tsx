"use client";

import { type KeyboardEvent, useState } from "react";
import { Unseen } from "@/components/ui/unseen";
import type { Bar } from "@/lib/dashboard/views/bars";
import { formatMoney } from "@/lib/format/money";
import styles from "./volume-chart.module.css";
import { niceScale } from "./volume-scale";

/** The height of the plot in pixels. Positions across are percentages, so the chart needs no measuring. */
const plotHeight = 200;
/** The part of its column that a bar fills. */
const barShare = 0.7;
/** The tooltip's size, and its distance from the column. */
const tip = { width: 196, height: 98, gap: 6 };

type Props = {
  /** What the bars show: "Volume" or "Taken". */
  noun: string;
  step: "day" | "week";
  currency: string;
  bars: readonly Bar[];
};

/**
 * Bars per day or week, drawn on the server. The chart is one tab stop: arrow keys, Home and End move between its bars,
 * and the tooltip of the chosen bar is also read out. The last bar is hatched, because its time is not over.
 */
export function VolumeChart({ noun, step, currency, bars }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const scale = niceScale(bars.map(({ volume }) => Number(volume)));
  const column = 100 / bars.length;
  const last = bars.length - 1;
  const bar = chosen === null ? undefined : bars[chosen];
  const handleKey = (event: KeyboardEvent) => {
    const from = chosen ?? last;
    const targets: Record<string, number | null> = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowRight: Math.min(last, from + 1),
      Home: 0,
      End: last,
      Escape: null,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(target);
  };
  return (
    <div className={styles.chart} data-axis={axisOf(scale.top)}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: arrow keys move between the bars */}
      <svg
        role="img"
        aria-label={summaryOf({ noun, step, currency, bars })}
        tabIndex={0}
        height={plotHeight}
        className={styles.plot}
        onKeyDown={handleKey}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setChosen(last)}
        onBlur={() => setChosen(null)}
        onMouseLeave={() => setChosen(null)}
      >
        <Hatch />
        <Axis scale={scale} />
        {bars.map((one, index) => (
          <Column
            key={one.key}
            bar={one}
            left={index * column}
            width={column}
            top={scale.top}
            look={index === chosen ? "chosen" : index === last ? "open" : "done"}
            isLast={index === last}
            onPoint={() => setChosen(index)}
          />
        ))}
        {bar && chosen !== null && <Tooltip noun={noun} bar={bar} currency={currency} index={chosen} column={column} />}
      </svg>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <p role="status">
        <Unseen>{bar && wordsOf(bar, currency)}</Unseen>
      </p>
    </div>
  );
}

function summaryOf({ noun, step, currency, bars }: Props): string {
  const best = bars.reduce((most, bar) => (Number(bar.volume) > Number(most.volume) ? bar : most));
  return `${noun} per ${step} in ${currency}, from ${bars[0]?.title} to ${bars.at(-1)?.title}. Highest: ${wordsOf(best, currency)}`;
}

function wordsOf({ title, volume, paid: payments, successRate }: Bar, currency: string): string {
  const rate = successRate === null ? "" : `, success rate ${successRate.toFixed(1)}%`;
  const count = payments === 1 ? "1 payment" : `${payments} payments`;
  return `${title}: ${formatMoney({ amount: volume, currency })}, ${count}${rate}.`;
}

const Hatch = () => (
  <defs>
    <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="2" height="5" className={styles.hatch} />
    </pattern>
  </defs>
);

/** The room that the labels of the axis need. A class is used, because the page's policy forbids inline styles. */
function axisOf(top: number): "wide" | "wider" | undefined {
  if (top < 10_000) return undefined;
  return top < 1_000_000 ? "wide" : "wider";
}

function Axis({ scale }: { scale: ReturnType<typeof niceScale> }) {
  return scale.ticks.map((tick) => {
    const y = plotHeight * (1 - tick / scale.top);
    return (
      <g key={tick}>
        <line x1="0" x2="100%" y1={y} y2={y} className={tick === 0 ? styles.zero : styles.grid} />
        <text x="-10" y={y} dy="0.32em" textAnchor="end">
          {tick.toLocaleString("en")}
        </text>
      </g>
    );
  });
}

type ColumnProps = {
  bar: Bar;
  left: number;
  width: number;
  top: number;
  look: "chosen" | "open" | "done";
  isLast: boolean;
  onPoint: () => void;
};

function Column({ bar, left, width, top, look, isLast, onPoint }: ColumnProps) {
  const tall = Number(bar.volume) === 0 ? 0 : Math.max(1, (Number(bar.volume) / top) * plotHeight);
  const inset = (width * (1 - barShare)) / 2;
  const [at, anchor] = isLast ? (["100%", "end"] as const) : ([`${left + width / 2}%`, "middle"] as const);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same
    <g onMouseEnter={onPoint}>
      <rect x={`${left}%`} width={`${width}%`} height={plotHeight} className={styles.column} data-look={look} />
      <rect
        x={`${left + inset}%`}
        y={plotHeight - tall}
        width={`${width - 2 * inset}%`}
        height={tall}
        rx="2"
        fill="url(#hatch)"
        className={styles.bar}
        data-look={look}
      />
      {bar.tick && (
        <text x={at} y={plotHeight + 20} textAnchor={anchor}>
          {bar.tick}
        </text>
      )}
    </g>
  );
}

type TooltipProps = { noun: string; bar: Bar; currency: string; index: number; column: number };

/** Stands beside the column, on the side that has more room, and never over it. */
function Tooltip({ noun, bar, currency, index, column }: TooltipProps) {
  const isLeft = (index + 0.5) * column > 50;
  const x = isLeft ? index * column : (index + 1) * column;
  const shift = isLeft ? -(tip.width + tip.gap) : tip.gap;
  return (
    <g transform={`translate(${shift} 4)`} className={styles.tipPlace}>
      <foreignObject x={`${x}%`} y="0" width={tip.width} height={tip.height}>
        <div className={styles.tip}>
          <p>{bar.title}</p>
          <dl>
            <dt>{noun}</dt>
            <dd>{formatMoney({ amount: bar.volume, currency })}</dd>
            <dt>Payments</dt>
            <dd>{bar.paid.toLocaleString("en")}</dd>
            <dt>Success rate</dt>
            <dd>{bar.successRate === null ? "–" : `${bar.successRate.toFixed(1)}%`}</dd>
          </dl>
        </div>
      </foreignObject>
    </g>
  );
}
