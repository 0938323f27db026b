import type { ReactNode } from "react";
import { BrandSymbol } from "@/components/ui/brand/mark";
import { Dialog, SidePanel } from "@/components/ui/overlay/dialog";
import { ToastRegion } from "@/components/ui/overlay/toast";
import { Skeleton } from "@/components/ui/skeleton";
import { CardGroupSamples, CheckoutSamples } from "./checkout-samples";
import { FieldSamples, SampleForm } from "./field-samples";
import { ChartSample, TileSamples } from "./figure-samples";
import { BadgeSamples, ButtonSamples, NoticeSamples } from "./signal-samples";
import styles from "./styleguide.module.css";
import { CardSamples, ChoiceSamples, EmptySample, TableSamples } from "./surface-samples";

const styleguidePath = "/docs/styleguide";

type Props = {
  /** The sample that lies above the page. */
  shown: string | undefined;
};

/** Every component in every state, for people who change them and for the snapshot tests. */
export function Styleguide({ shown }: Props) {
  return (
    <main className={styles.page}>
      <h1>
        <BrandSymbol />
        Components
      </h1>
      <Group title="Buttons: primary, secondary, quiet, danger, small, disabled, busy" isWide>
        <ButtonSamples />
      </Group>
      <Group title="Payments">
        <BadgeSamples of="payments" />
      </Group>
      <Group title="Withdrawals, webhooks, keys">
        <BadgeSamples of="others" />
      </Group>
      <Group title="Stat tiles" isWide>
        <TileSamples />
      </Group>
      <Group title="Chart">
        <ChartSample />
      </Group>
      <Group title="Card with rows">
        <CardSamples />
      </Group>
      <Group title="Tabs, segmented filter, filter chips">
        <ChoiceSamples here={styleguidePath} />
      </Group>
      <Group title="Form rows: filled, optional, error, read-only secret">
        <FieldSamples />
      </Group>
      <Group title="Checkout: card marks, filled, error, optional, select">
        <CheckoutSamples />
      </Group>
      <Group title="Checkout: card group, empty, recognised, error, disabled while paying">
        <CardGroupSamples />
      </Group>
      <Group title="Notices">
        <NoticeSamples />
      </Group>
      <Group title="Table: sticky head, row link, copyable ID" isWide>
        <TableSamples here={styleguidePath} />
      </Group>
      <Group title="Empty state">
        <EmptySample />
      </Group>
      <Group title="Loading page">
        <Skeleton shape="cards" />
      </Group>
      <Group title="Dialog, side panel, confirmation, toast">
        <SampleForm kind="openers" here={styleguidePath} />
      </Group>
      {shown === "dialog" && (
        <Dialog title="Refund payment" lead="Order MP-10482, Anisa Mohammed" closeHref={styleguidePath}>
          <SampleForm kind="dialog" here={styleguidePath} />
        </Dialog>
      )}
      {shown === "panel" && (
        <SidePanel title="Add endpoint" closeHref={styleguidePath}>
          <SampleForm kind="panel" here={styleguidePath} />
        </SidePanel>
      )}
      <ToastRegion />
    </main>
  );
}

function Group({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  const id = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return (
    <section aria-labelledby={id} className={isWide ? styles.wide : undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
