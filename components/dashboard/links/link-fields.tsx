"use client";

import { useState } from "react";
import { PictureField } from "@/components/dashboard/ui/shared-fields";
import { ChoicesField, SwitchField } from "@/components/ui/form/choice-fields";
import { SelectField, TextArea, TextField } from "@/components/ui/form/field";
import { MoneyField } from "@/components/ui/form/money-field";
import { Disclosure } from "@/components/ui/sections/disclosure";
import type { LinkChoices } from "@/lib/dashboard/views/payment-links";
import type { LinkRecord } from "@/lib/payment-links/contract";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import { FeeField } from "./fee-field";
import { linkFieldWords } from "./link-record";
import styles from "./payment-link.module.css";

const titleLengthMax = 80;

/** The fields to create or edit a payment link. Country and currency of a link never change. */
export function LinkFields({ link, choices }: { link: LinkRecord | null; choices: LinkChoices }) {
  const [platform, setPlatform] = useState(link?.country_code ?? choices.platforms[0].code);
  const currencies = choices.platforms.find(({ code }) => code === platform)?.currencies ?? [];
  const [chosenCurrency, setCurrency] = useState<string>();
  const currency = link?.currency ?? currencies.find((code) => code === chosenCurrency) ?? currencies[0];
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
          onChoose={(chosen) => setPlatform(choices.platforms.find(({ code }) => code === chosen)?.code ?? platform)}
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
      {currency && <PriceFields {...{ link, choices, platform, currency }} />}
      <TextArea name="description" label="Description" value={link?.description ?? ""} isOptional />
      {link?.picture && (
        // biome-ignore lint/performance/noImgElement: our pictures are already optimised
        <img className={styles.picture} src={link.picture} width={80} height={80} alt="Shown to payers" />
      )}
      <PictureField label={link?.picture ? "Another picture" : "Picture"} isOptional />
      {link?.picture && <SwitchField name="remove_picture" label="Remove the picture" isOn={false} />}
      <MoreFields link={link} choices={choices} />
    </>
  );
}

/** What most links do not need. Open if the link has some of it. */
function MoreFields({ link, choices }: { link: LinkRecord | null; choices: LinkChoices }) {
  return (
    <Disclosure summary="More choices" className={styles.more} isOpen={link !== null}>
      <ChoicesField
        name="ask"
        label="Ask the payer for"
        hint="The checkout always asks for an email address, because the receipt goes there."
        options={Object.entries(linkFieldWords).map(([value, label]) => ({ value, label }))}
        chosen={link?.ask ?? []}
      />
      <TextField
        name="max_uses"
        label="How many can you sell?"
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
    </Disclosure>
  );
}

type PriceProps = { link: LinkRecord | null; choices: LinkChoices; platform: Platform; currency: Currency };

/** A fixed price with a quantity, or the bounds of an amount that the payer chooses, and the fee. */
function PriceFields({ link, choices, platform, currency }: PriceProps) {
  const [isFixed, setIsFixed] = useState(!link || link.amount !== null);
  const [amount, setAmount] = useState(link?.amount ?? "");
  const [least, setLeast] = useState(link?.amount_min ?? "");
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
        <>
          <MoneyField name="amount" label="Amount" currency={currency} value={amount} onType={setAmount} />
          <TextField
            name="max_quantity"
            label="Most pieces in one payment"
            hint="The payer chooses a quantity up to this one. Leave it empty if a payment buys one piece."
            inputMode="numeric"
            value={link?.max_quantity?.toString()}
            isOptional
          />
        </>
      ) : (
        <>
          <MoneyField name="amount_min" label="At least" currency={currency} value={least} onType={setLeast} />
          <MoneyField name="amount_max" label="At most" currency={currency} value={link?.amount_max ?? ""} />
        </>
      )}
      <FeeField
        {...{ platform, currency }}
        amount={isFixed ? amount : least}
        isExample={!isFixed}
        pinned={choices.feeStructure}
        value={link?.fee_structure ?? "merchant_absorb"}
      />
    </>
  );
}
