"use client";

import { type Balance, Balances } from "@/components/dashboard/payments/balances";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Card } from "@/components/ui/card";
import { SelectField, TextArea, TextField } from "@/components/ui/form/field";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { SegmentedLinks } from "@/components/ui/tabs";
import { identityDocumentWords, withdrawalTypeWords } from "@/lib/format/value-words";
import { type Bank, LocalBankFields } from "./bank-fields";

type Platform = { code: string; name: string; currencies: readonly string[]; banks: readonly Bank[] };
type WithdrawalType = keyof typeof withdrawalTypeWords;

type Props = {
  mode: string;
  type: WithdrawalType;
  platform: Platform;
  platforms: readonly { code: string; name: string }[];
  balances: readonly Balance[];
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
      <div className={layout.columns}>
        <Card title={withdrawalTypeWords[type]}>
          <SegmentedLinks
            label="Type of withdrawal"
            options={Object.entries(withdrawalTypeWords).map(([value, label]) => ({
              label,
              href: linkTo({ type: value }),
              isCurrent: value === type,
            }))}
          />
          {platforms.length > 1 && (
            <SegmentedLinks
              label="Country"
              options={platforms.map(({ code, name }) => ({
                label: name,
                href: linkTo({ platform: code }),
                isCurrent: code === platform.code,
              }))}
            />
          )}
          {type === "normal" && (
            <Notice tone="info">
              <p>
                It goes to your <a href={`/dashboard/${mode}/banks`}>bank account</a> of the currency. In live, a bank
                account that was added or changed gets nothing for 48 hours.
              </p>
            </Notice>
          )}
          {type !== "normal" && (
            <Notice tone="info">
              <p>
                In live, the first withdrawal to a payee is held until you confirm it, by a link that we mail you or
                here. Without an answer it is released after 48 hours. So you can stop a payment that you did not ask
                for. Turn on the second factor, so that a stolen password cannot confirm it.
              </p>
            </Notice>
          )}
          <ActionForm
            key={`${type} ${platform.code}`}
            action={`/dashboard/${mode}/actions/create-withdrawal`}
            submit="Withdraw"
            values={{ withdrawal_type: type, country_code: platform.code, idempotency_key: idempotencyKey }}
            busy="Withdrawing…"
            done={({ reference, transaction_id: id }) => ({
              text: `Withdrawal ${reference} scheduled.`,
              link: { href: `${list}/${id}`, label: "View" },
            })}
            next={list}
          >
            <SelectField
              name="currency"
              label="Currency"
              options={platform.currencies.map((value) => ({ value, label: value }))}
              value={platform.currencies[0]}
            />
            <TextField name="amount" label="Amount" inputMode="decimal" />
            {type === "sub_banked" && <LocalBankFields banks={platform.banks} />}
            {type === "sub_unbanked" && <TextField name="recipient_name" label="Recipient's name" maxLength={255} />}
            {type !== "normal" && <PersonFields idTypes={idTypes} />}
            <TextArea name="data" label="Data" hint="Comes back unchanged in records and webhooks." isOptional />
            <PasswordField />
          </ActionForm>
        </Card>
        <Card title="Balances">
          <Balances balances={balances} />
        </Card>
      </div>
    </>
  );
}

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
