import { StatTiles } from "@/components/dashboard/payments/stat-tiles";
import { VolumeChart } from "@/components/dashboard/payments/volume-chart";
import { Card } from "@/components/ui/card";
import type { Figures } from "@/lib/dashboard/views/overview";

const volumes = [2350, 3130, 2890, 1480, 970, 3320, 3660, 2790, 3430, 4100, 1710, 1180, 2950, 5120, 1984];

const bars = volumes.map((volume, index) => ({
  key: String(index),
  title: `${index + 2} November`,
  tick: index === volumes.length - 1 ? "Today" : index % 7 === 0 ? `${index + 2} Nov` : null,
  volume: `${volume}.00`,
  payments: Math.round(volume / 300),
  successRate: 93.3,
}));

const figures: Figures = {
  currency: "TTD",
  today: { volume: "1984.00", payments: 9 },
  yesterday: "5365.00",
  month: "93744.00",
  monthBefore: "82490.00",
  change: 13.6,
  successRate: 94.2,
  attempted: 326,
  bars,
};

const balances = (["TTD", "USD", "JMD", "BBD"] as const).map((currency, index) => ({
  currency,
  balance: ["48216.40", "1180.25", "412900.00"][index] ?? "0.00",
  held: "0.00",
  owed: "0.00",
}));

export const TileSamples = () => <StatTiles currency="TTD" balances={balances} figures={figures} />;

export const ChartSample = () => (
  <Card title="Volume per day" note="TTD, fees included">
    <VolumeChart noun="Volume" step="day" currency="TTD" bars={bars} />
  </Card>
);
