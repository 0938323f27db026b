"use client";

import { useState } from "react";
import { FormDialog } from "@/components/dashboard/ui/form-dialog";
import { CardArt, cardNetworkOf } from "@/components/ui/brand/card-art";
import { TextField } from "@/components/ui/form/field";
import { MoneyField } from "@/components/ui/form/money-field";
import { Notice } from "@/components/ui/notice";
import { cardName } from "@/lib/format/card-name";
import { formatMoney, moneyParts } from "@/lib/format/money";
import { formatMinor, parseMinor } from "@/lib/kit/money";
import styles from "./transaction.module.css";

const reasonLengthMax = 255;

type RefundLimits = {
  /** The amount that is not refunded yet: what can be refunded now, and what is left for later. */
  rest: string;
  now: string;
  later: string;
  /** The merchant's available balance in the payment's currency. */
  balance: string;
};

type Props = {
  mode: string;
  /** The page of the payment. */
  here: string;
  transactionId: string;
  currency: string;
  /** The amount that the customer paid. */
  paid: string;
  limits: RefundLimits;
  idempotencyKey: string;
  /** The order and the customer. */
  lead: string;
  card: { network: string | null; number: string } | null;
};

/** Refunds a payment, in full or in part. The button names the amount, so it needs no further question. */
export function RefundDialog({ mode, here, currency, paid, limits, lead, card, ...form }: Props) {
  const [typed, setTyped] = useState(limits.now);
  const show = (amount: string) => formatMoney({ amount, currency });
  const amount = parseMinor(typed);
  const isFine = amount !== null && problemOf(amount, limits, currency) === null;
  const shown = isFine ? formatMinor(amount) : null;
  const submit = shown ? `Refund ${show(shown)}` : "Refund";
  return (
    <FormDialog
      title="Refund payment"
      lead={<p>{lead}</p>}
      closeHref={here}
      action={`/dashboard/${mode}/actions/request-refund`}
      submit={submit}
      busy="Refunding…"
      kind="danger"
      values={{ transaction_id: form.transactionId, idempotency_key: form.idempotencyKey }}
      check={(fields) => {
        const problem = problemOf(parseMinor(String(fields.get("amount") ?? "").trim()), limits, currency);
        return problem ? { amount: problem } : {};
      }}
      done={{
        text: `Refund of ${show(shown ?? limits.now)} requested.`,
        link: { href: `${here}#timeline`, label: "View" },
      }}
    >
      <div className={styles.payment}>
        {card && (
          <span className={styles.card}>
            <CardArt of={cardNetworkOf(card.network)} />
            {cardName(card.network, card.number)}
          </span>
        )}
        <span>
          Paid <strong>{show(paid)}</strong>
        </span>
      </div>
      {limits.now !== limits.rest && (
        <Notice tone="info" title={`You can refund ${show(limits.now)} now`}>
          <p>
            That is your {currency} balance. Refund the other {show(limits.later)} when your balance allows it.
          </p>
        </Notice>
      )}
      <MoneyField
        name="amount"
        label="Amount"
        currency={currency}
        value={limits.now}
        hint={`Up to ${show(limits.now)}. The processing fee is not returned to you.`}
        onType={setTyped}
      />
      <TextField
        name="reason"
        label="Reason"
        isOptional
        maxLength={reasonLengthMax}
        hint="Only your team sees this."
        autoComplete="off"
      />
      <Balance {...{ currency, limits, amount: shown }} />
    </FormDialog>
  );
}

type BalanceProps = { currency: string; limits: RefundLimits; amount: string | null };

function Balance({ currency, limits, amount }: BalanceProps) {
  const number = (value: string) => moneyParts({ amount: value, currency }).number;
  const after = (before: string) =>
    amount === null ? "–" : number(formatMinor((parseMinor(before) ?? 0n) - (parseMinor(amount) ?? 0n)));
  return (
    <dl className={styles.balance} aria-live="polite">
      <div>
        <dt>Taken from your {currency} balance</dt>
        <dd>{amount === null ? "–" : number(amount)}</dd>
      </div>
      <div>
        <dt>Balance after the refund</dt>
        <dd>{after(limits.balance)}</dd>
      </div>
      <div>
        <dt>Left to refund later</dt>
        <dd>{after(limits.rest)}</dd>
      </div>
    </dl>
  );
}

/** Why an amount cannot be refunded, or null if it can. */
function problemOf(amount: bigint | null, { rest, balance }: RefundLimits, currency: string): string | null {
  const show = (value: string) => formatMoney({ amount: value, currency });
  if (amount === null) return "Enter an amount, such as 10.00.";
  if (amount === 0n) return "Enter more than 0.";
  if (amount > (parseMinor(rest) ?? 0n)) return `Enter ${show(rest)} or less.`;
  if (amount > (parseMinor(balance) ?? 0n)) {
    return `Your ${currency} balance is ${show(balance)}. Enter that much or less.`;
  }
  return null;
}
