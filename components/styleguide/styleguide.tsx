import type { ReactNode } from "react";
import { BrandSymbol } from "@/components/ui/brand/mark";
import { TextField } from "@/components/ui/form/field";
import { MoneyField } from "@/components/ui/form/money-field";
import { Dialog, SidePanel } from "@/components/ui/overlay/dialog";
import { ToastRegion } from "@/components/ui/overlay/toast";
import { Skeleton } from "@/components/ui/skeleton";
import { CardGroupSamples, CheckoutSamples } from "./checkout-samples";
import { FieldSamples, OverlaySamples } from "./field-samples";
import { ChartSample, TileSamples } from "./figure-samples";
import { BadgeSamples, ButtonSamples, NoticeSamples } from "./signal-samples";
import styles from "./styleguide.module.css";
import { CardSamples, ChoiceSamples, EmptySample, TableSamples } from "./surface-samples";

const styleguidePath = "/docs/styleguide";

type Props = {
  /** The sample that lies above the page. */
  shown: string | undefined;
};

const groups: readonly { title: string; sample: ReactNode; isWide?: boolean }[] = [
  {
    title: "Buttons: primary, secondary, quiet, danger, small, disabled, busy",
    sample: <ButtonSamples />,
    isWide: true,
  },
  { title: "Payments", sample: <BadgeSamples of="payments" /> },
  { title: "Withdrawals, webhooks, keys", sample: <BadgeSamples of="others" /> },
  { title: "Stat tiles", sample: <TileSamples />, isWide: true },
  { title: "Chart", sample: <ChartSample /> },
  { title: "Card with rows", sample: <CardSamples /> },
  { title: "Tabs, segmented filter, filter chips", sample: <ChoiceSamples here={styleguidePath} /> },
  { title: "Form rows: filled, optional, error, read-only secret", sample: <FieldSamples /> },
  { title: "Checkout: card marks, filled, error, optional, select", sample: <CheckoutSamples /> },
  { title: "Checkout: card group, empty, recognised, error, disabled while paying", sample: <CardGroupSamples /> },
  { title: "Notices", sample: <NoticeSamples /> },
  { title: "Table: sticky head, row link, copyable ID", sample: <TableSamples here={styleguidePath} />, isWide: true },
  { title: "Empty state", sample: <EmptySample /> },
  { title: "Loading page", sample: <Skeleton shape="cards" /> },
  { title: "Dialog, side panel, confirmation, toast", sample: <OverlaySamples here={styleguidePath} /> },
];

/** Every component in every state, for people who change them and for the snapshot tests. */
export function Styleguide({ shown }: Props) {
  return (
    <main className={styles.page}>
      <h1>
        <BrandSymbol />
        Components
      </h1>
      {groups.map(({ title, sample, isWide }) => {
        const id = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
        return (
          <section key={id} aria-labelledby={id} className={isWide ? styles.wide : undefined}>
            <h2 id={id}>{title}</h2>
            {sample}
          </section>
        );
      })}
      {shown === "dialog" && (
        <Dialog title="Refund payment" lead="Order MP-10482, Anisa Mohammed" closeHref={styleguidePath}>
          <MoneyField name="refund" label="Amount" currency="TTD" value="400.00" hint="Up to TTD 1,249.50." />
        </Dialog>
      )}
      {shown === "panel" && (
        <SidePanel title="Add endpoint" closeHref={styleguidePath}>
          <TextField name="url" type="url" label="URL" hint="Must start with https in live mode." />
        </SidePanel>
      )}
      <ToastRegion />
    </main>
  );
}
