"use client";

import { useState } from "react";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Card } from "@/components/ui/card";
import { SelectField, TextArea, TextField } from "@/components/ui/form/field";
import { MoneyField } from "@/components/ui/form/money-field";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { ChoiceMenu } from "@/components/ui/sections/choice-menu";
import { Disclosure } from "@/components/ui/sections/disclosure";
import { Tabs } from "@/components/ui/sections/tabs";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import type { PlatformChoices } from "@/lib/dashboard/views/platform-choices";
import { formatMoney, moneyParts } from "@/lib/format/money";
import { identityDocumentWords, withdrawalTypeWords } from "@/lib/format/value-words";
import type { BalanceRecord } from "@/lib/profile/contract";
import { LocalBankFields } from "./bank-fields";

type WithdrawalType = keyof typeof withdrawalTypeWords;

type Props = PlatformChoices & {
  mode: string;
  type: WithdrawalType;
  balances: readonly BalanceRecord[];
  idTypes: readonly (keyof typeof identityDocumentWords)[];
  idempotencyKey: string;
};

/** The form for a new withdrawal. Links choose type and destination, which determine the form's fields. */
export function WithdrawalForm({ mode, type, platform, platforms, balances, idTypes, idempotencyKey }: Props) {
  const list = `/dashboard/${mode}/withdrawals`;
  const linkTo = (chosen: Record<string, string>) =>
    `${list}/new?${new URLSearchParams({ type, platform: platform.code, ...chosen })}`;
  return (
    <>
      <PageHead title="Withdraw" trail={[{ label: "Withdrawals", href: list }, { label: "New withdrawal" }]} />
      <Tabs
        label="Type of withdrawal"
        tabs={Object.entries(withdrawalTypeWords).map(([value, label]) => ({
          label,
          href: linkTo({ type: value }),
          isCurrent: value === type,
        }))}
      />
      <div className={layout.columns}>
        <Card title={withdrawalTypeWords[type]}>
          <div className={layout.stack}>
            {platforms.length > 1 && (
              <div className={layout.labelled}>
                <span>Country</span>
                <ChoiceMenu
                  label="Country"
                  chosen={platform.name}
                  options={platforms.map(({ code, name }) => ({
                    label: name,
                    href: linkTo({ platform: code }),
                    isCurrent: code === platform.code,
                  }))}
                />
              </div>
            )}
            <Notice tone="info">
              {type === "normal" ? (
                <p>
                  It goes to your <a href={`/dashboard/${mode}/banks`}>bank account</a> of the currency. In live mode, a
                  bank account that you added or changed gets no withdrawals for 48 hours.
                </p>
              ) : (
                <p>
                  In live mode, we hold the first withdrawal to a payee until you confirm it, with the link in our mail
                  or here. Without an answer we release it after 48 hours. So you can stop a payment that you did not
                  ask for. Turn on the second factor, so that a stolen password cannot confirm it.
                </p>
              )}
            </Notice>
            <ActionForm
              key={`${type} ${platform.code}`}
              action={`/dashboard/${mode}/actions/create-withdrawal`}
              submit="Withdraw"
              values={{ withdrawal_type: type, country_code: platform.code, idempotency_key: idempotencyKey }}
              busy="Withdrawing…"
              done={({ transaction_id: id }, fields) => ({
                text: `Withdrawal of ${sentAmount(fields)} scheduled.`,
                link: { href: `${list}/${id}`, label: "View" },
              })}
              next={list}
            >
              <AmountFields currencies={platform.currencies} />
              {type === "sub_banked" && <LocalBankFields banks={platform.banks} />}
              {type === "sub_unbanked" && <TextField name="recipient_name" label="Recipient's name" maxLength={255} />}
              {type !== "normal" && <PersonFields idTypes={idTypes} />}
              <PasswordField />
              <Disclosure summary="Add a note for your own systems">
                <TextArea
                  name="data"
                  label="Note"
                  hint="Comes back unchanged as data in the API’s records and in webhooks."
                  isOptional
                />
              </Disclosure>
            </ActionForm>
          </div>
        </Card>
        <Card title="Balances">
          <Facts facts={balances.map(toFact)} isStacked />
        </Card>
      </div>
    </>
  );
}

/** The available balance. The row's label is the currency. Held and owed amounts are named only if there are any. */
function toFact({ currency, balance, held, owed }: BalanceRecord): FactRow {
  const show = (amount: string) => moneyParts({ amount, currency }).number;
  const others = [...(isZero(held) ? [] : [`${show(held)} held`]), ...(isZero(owed) ? [] : [`${show(owed)} owed`])];
  return [
    currency,
    <span key="amount">
      {show(balance)}
      {others.length > 0 && <span className={layout.note}>{others.join(", ")}</span>}
    </span>,
  ];
}

const isZero = (amount: string) => Number(amount) === 0;

/** The amount shows the currency that is chosen above it. */
function AmountFields({ currencies }: { currencies: readonly string[] }) {
  const [first = ""] = currencies;
  const [currency, setCurrency] = useState(first);
  return (
    <>
      <SelectField
        name="currency"
        label="Currency"
        options={currencies.map((value) => ({ value, label: value }))}
        value={first}
        onChoose={setCurrency}
      />
      <MoneyField name="amount" label="Amount" currency={currency} />
    </>
  );
}

const sentAmount = (fields: FormData) =>
  formatMoney({ amount: String(fields.get("amount")), currency: String(fields.get("currency")) });

function PersonFields({ idTypes }: { idTypes: readonly (keyof typeof identityDocumentWords)[] }) {
  return (
    <>
      <TextField name="email" type="email" label="Recipient's email" maxLength={255} autoComplete="off" />
      <TextField name="phone" type="tel" label="Recipient's phone" hint="Such as +18685550123." autoComplete="off" />
      <SelectField
        name="id_type"
        label="Identity document"
        empty="Choose one"
        options={idTypes.map((value) => ({ value, label: identityDocumentWords[value] }))}
      />
      <TextField name="id_number" label="Number of the document" autoComplete="off" />
    </>
  );
}
