"use client";

import { useState } from "react";
import { ChoicesField } from "@/components/ui/form/choice-fields";
import { SelectField, TextArea, TextField } from "@/components/ui/form/field";
import { MoneyField } from "@/components/ui/form/money-field";
import type { LinkChoices } from "@/lib/dashboard/views/payment-links";
import { feeStructureWords } from "@/lib/format/value-words";
import type { LinkRecord } from "@/lib/payment-links/contract";
import { linkFieldWords } from "./link-record";
import styles from "./payment-link.module.css";

const titleLengthMax = 80;

/** The fields to create or edit a payment link. Country and currency of a link never change. */
export function LinkFields({ link, choices }: { link: LinkRecord | null; choices: LinkChoices }) {
  const [platform, setPlatform] = useState<string | undefined>(choices.platforms[0]?.code);
  const currencies: readonly string[] = choices.platforms.find(({ code }) => code === platform)?.currencies ?? [];
  const [chosenCurrency, setCurrency] = useState(currencies[0] ?? "");
  const currency = link?.currency ?? (currencies.includes(chosenCurrency) ? chosenCurrency : (currencies[0] ?? ""));
  return (
    <>
      <TextField
        name="title"
        label="What do you sell?"
        hint="For example: Mango chow, large."
        value={link?.title}
        maxLength={titleLengthMax}
        autoComplete="off"
      />
      {!link && choices.platforms.length > 1 && (
        <SelectField
          name="country_code"
          label="Country"
          options={choices.platforms.map(({ code, name }) => ({ value: code, label: name }))}
          value={platform}
          onChoose={setPlatform}
        />
      )}
      {!link && (
        <SelectField
          name="currency"
          label="Currency"
          options={currencies.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChoose={setCurrency}
        />
      )}
      <PriceFields link={link} currency={currency} />
      <TextArea name="description" label="Description" value={link?.description ?? ""} isOptional />
      <MoreFields link={link} choices={choices} />
    </>
  );
}

/** What most links do not need. Open if the link has some of it. */
function MoreFields({ link, choices }: { link: LinkRecord | null; choices: LinkChoices }) {
  return (
    <details className={styles.more} open={link !== null}>
      <summary>More choices</summary>
      <ChoicesField
        name="ask"
        label="Ask the payer for"
        hint="The checkout always asks for an email address, because the receipt goes there."
        options={Object.entries(linkFieldWords).map(([value, label]) => ({ value, label }))}
        chosen={link?.ask ?? []}
      />
      <TextField
        name="max_uses"
        label="How often can it be paid?"
        hint="1 makes a one-time link. Leave it empty for a link without limit."
        inputMode="numeric"
        value={link?.max_uses?.toString()}
        isOptional
      />
      <SelectField
        name="expires_at"
        label="Expires"
        options={choices.expiries}
        value={link?.expires_at ?? ""}
        empty="Never"
      />
      {!choices.feeStructure && (
        <SelectField
          name="fee_structure"
          label="Who pays the processing fee?"
          options={Object.entries(feeStructureWords).map(([value, label]) => ({ value, label }))}
          value={link?.fee_structure ?? "merchant_absorb"}
        />
      )}
      <TextArea
        name="thanks"
        label="Thank-you text"
        hint="Shown on the receipt. For example: when and where to pick it up."
        value={link?.thanks ?? ""}
        isOptional
      />
      <TextField
        name="return_url"
        type="url"
        label="Own page after the payment"
        hint="If you have a website, the payer returns there instead of seeing our receipt."
        value={link?.return_url ?? ""}
        isOptional
      />
    </details>
  );
}

/** A fixed price, or the bounds of an amount that the payer chooses. */
function PriceFields({ link, currency }: { link: LinkRecord | null; currency: string }) {
  const [isFixed, setIsFixed] = useState(!link || link.amount !== null);
  return (
    <>
      <SelectField
        name="price"
        label="Price"
        options={[
          { value: "fixed", label: "You set the price" },
          { value: "chosen", label: "The payer chooses the amount" },
        ]}
        value={isFixed ? "fixed" : "chosen"}
        onChoose={(choice) => setIsFixed(choice === "fixed")}
      />
      {isFixed ? (
        <MoneyField key={currency} name="amount" label="Amount" currency={currency} value={link?.amount ?? ""} />
      ) : (
        <>
          <MoneyField name="amount_min" label="At least" currency={currency} value={link?.amount_min ?? ""} />
          <MoneyField name="amount_max" label="At most" currency={currency} value={link?.amount_max ?? ""} />
        </>
      )}
    </>
  );
}
