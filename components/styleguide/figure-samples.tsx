import { PaymentsCard } from "@/components/dashboard/overview/payments-card";
import { StatTiles } from "@/components/dashboard/overview/stat-tiles";
import type { Figures } from "@/lib/dashboard/views/overview-figures";

const volumes = [2350, 3130, 2890, 1480, 970, 3320, 3660, 2790, 3430, 4100, 1710, 1180, 2950, 5120, 1984];

const bars = volumes.map((volume, index) => ({
  key: String(index),
  title: `${index + 2} November`,
  tick: index === volumes.length - 1 ? "Today" : index % 7 === 0 ? `${index + 2} Nov` : null,
  volume: `${volume}.00`,
  paid: Math.round(volume / 300),
  declined: index % 3,
  abandoned: 1 + (index % 4),
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
  paid: 307,
  tried: 326,
  lines: {
    volume: volumes,
    successRate: volumes.map((_, index) => 92 + ((index * 7) % 5)),
    today: [0, 0, 120, 480, 480, 990, 1984],
    yesterday: Array.from({ length: 24 }, (_, hour) => Math.min(5365, hour * 260)),
  },
  funnel: { opened: 414, tried: 326, paid: 307, ofHundred: 74, ofHundredBefore: 71 },
  declines: {
    total: 19,
    href: "#reasons",
    reasons: [
      { title: "Not enough money", count: 8, href: "#reasons" },
      { title: "Bank gave no reason", count: 5, href: "#reasons" },
      { title: "Wrong security code", count: 3, href: "#reasons" },
      { title: "Bank's check not finished", count: 2, href: "#reasons" },
      { title: "Over the card's limit", count: 1, href: "#reasons" },
    ],
  },
  chart: { bars, total: "44060.00" },
};

const balances = (["TTD", "USD", "JMD", "BBD"] as const).map((currency, index) => ({
  currency,
  balance: ["48216.40", "1180.25", "412900.00"][index] ?? "0.00",
  held: "0.00",
  owed: "0.00",
}));

const balanceLine = volumes.map((_, day) => 40_000 + day * 600);

export const TileSamples = () => (
  <StatTiles currency="TTD" balances={balances} balanceLine={balanceLine} figures={figures} />
);

export const ChartSample = () => (
  <PaymentsCard
    noun="Volume"
    hasTabs
    currency="TTD"
    chart="payments"
    period={30}
    isTable={false}
    {...figures.chart}
    linkTo={() => "#chart"}
  />
);
