import {
  ArrowRight,
  Check,
  ChevronRight,
  CircleDashed,
  Clock,
  CreditCard,
  type IconNode,
  Mail,
  Phone,
  Undo2,
  X,
} from "lucide";
import { Fragment } from "react";
import { expiryOf, TrustedCardBadge } from "@/components/dashboard/payments/trusted-cards";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import step from "@/components/dashboard/ui/step.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { CardCell, Money } from "@/components/ui/table/cells";
import { Facts } from "@/components/ui/table/facts";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import tones from "@/components/ui/tone.module.css";
import type { PayerEntry, PayerView } from "@/lib/dashboard/views/payer";
import { formatMoment, type Zone, zoneNameOf } from "@/lib/format/dates";
import styles from "./payer.module.css";
import { PayerSums } from "./payer-sums";

type Props = { mode: string; zone: Zone; payer: PayerView; pager: PagerProps; mayServe: boolean };

/** Everything that one payer did, in words for the telephone. */
export function Payer({ mode, zone, payer, pager, mayServe }: Props) {
  const list = `/dashboard/${mode}/transactions`;
  const title = payer.name ?? "Payer";
  return (
    <>
      <PageHead
        trail={[{ label: "Transactions", href: list }, { label: title }]}
        title={title}
        actions={mayServe && payer.lastPaid && <ResendReceipt mode={mode} id={payer.lastPaid} email={payer.email} />}
      >
        <p>
          Payer since <Moment at={payer.since} zone={zone} format="date" />
        </p>
      </PageHead>
      {payer.told.length > 0 && <LastVisit sentences={payer.told} />}
      <PayerSums payer={payer} />
      <div className={layout.columns}>
        <Card
          title="What happened"
          note={`newest first, ${zoneNameOf(zone)}`}
          action={
            <a href={`${list}?found=${payer.found}`}>
              See as transactions
              <Icon of={ArrowRight} />
            </a>
          }
          isFlush
        >
          <ol className={styles.entries}>
            {payer.entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a page keep their order
              <Fragment key={index}>
                {entry.day !== payer.entries[index - 1]?.day && <li className={styles.day}>{entry.day}</li>}
                <Entry entry={entry} list={list} zone={zone} />
              </Fragment>
            ))}
          </ol>
          {payer.isCut && <p className={styles.cut}>Older payments are in the list of transactions.</p>}
          <Pager {...pager} />
        </Card>
        <div>
          <Card title="Payer">
            <Facts
              isStacked
              facts={[
                ["Email", payer.email],
                ["Phone", payer.phone],
                ["Country", payer.country],
              ]}
            />
            <p className={styles.foundBy}>Found by this email address.</p>
          </Card>
          {payer.cards.length > 0 && <StoredCards mode={mode} cards={payer.cards} />}
        </div>
      </div>
    </>
  );
}

const ResendReceipt = ({ mode, id, email }: { mode: string; id: string; email: string }) => (
  <ActionForm
    action={`/dashboard/${mode}/actions/resend-receipt`}
    values={{ transaction_id: id }}
    submit="Resend last receipt"
    busy="Sending…"
    icon={<Icon of={Mail} />}
    kind="secondary"
    done={`Receipt sent to ${email}.`}
  />
);

const LastVisit = ({ sentences }: { sentences: readonly string[] }) => (
  <section aria-labelledby="last-visit" className={`${styles.visit} ${tones.info}`}>
    <Icon of={Phone} size={20} />
    <div>
      <h2 id="last-visit">The last visit, for the telephone</h2>
      <p>“{sentences.join(" ")}”</p>
    </div>
  </section>
);

const icons: Readonly<Record<PayerEntry["icon"], IconNode>> = {
  check: Check,
  "circle-dashed": CircleDashed,
  clock: Clock,
  "credit-card": CreditCard,
  "undo-2": Undo2,
  x: X,
};

function Entry({ entry, list, zone }: { entry: PayerEntry; list: string; zone: Zone }) {
  const { at, icon, tone, title, rest, about, money, transactionId } = entry;
  return (
    <li className={`${styles.entry} ${tones[tone]}`}>
      <a href={`${list}/${transactionId}`}>
        <time dateTime={at} className={step.time}>
          {formatMoment(at, "time", zone)}
        </time>
        <span className={step.dot}>
          <Icon of={icons[icon]} size={14} />
        </span>
        <span className={styles.text}>
          <span>
            <b>{title}</b>
            {rest}
          </span>{" "}
          <span className={layout.note}>{about}</span>
        </span>
        {money && <Money {...money} />}
        <Icon of={ChevronRight} />
      </a>
    </li>
  );
}

const StoredCards = ({ mode, cards }: { mode: string; cards: PayerView["cards"] }) => (
  <Card title="Stored cards">
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card.uuid}>
          <a href={`/dashboard/${mode}/trusted-cards/${card.uuid}`}>
            <CardCell network={card.card_type} number={card.pan} />
          </a>
          <span className={layout.note}>Expires {expiryOf(card)}</span>
          <TrustedCardBadge {...card} />
        </li>
      ))}
    </ul>
  </Card>
);
