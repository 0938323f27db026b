import { ChevronDown } from "lucide";
import type { ComponentProps, ReactNode } from "react";
import { FieldError, FieldHint, type FieldProps, fieldId, inputProps } from "@/components/checkout/form/field";
import fields from "@/components/checkout/form/field.module.css";
import { sentenceAbout } from "@/components/checkout/form/problem-text";
import { useWords } from "@/components/checkout/words-context";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { formatMoney } from "@/lib/format/money";
import { fillIn } from "@/lib/kit/text/fill-in";
import { noteLengthMax } from "@/lib/payment-links/contract";
import type { LinkView } from "@/lib/payment-links/link-view";
import type { Language } from "@/lib/reference/languages";
import styles from "./link-page.module.css";
import { linkWords } from "./words/words-of";

const fieldNames = ["amount", "quantity", "name", "phone", "addr1", "city", "country", "note"] as const;
type LinkFieldName = (typeof fieldNames)[number];

export type LinkFormProps = {
  view: LinkView;
  language: Language;
  /** What the payer entered before the server refused it. */
  values: Readonly<Record<string, string>>;
  /** The names of the fields that the server refused. */
  wrong: readonly string[];
  /** The names of the fields in which the payer entered a card number. */
  withCard: readonly string[];
  /** The options of the country select as HTML. */
  countries: string;
};

/** Asks what the merchant wants to know. The checkout asks for the card. */
export function LinkForm({ view, language, values, wrong, withCard, countries }: LinkFormProps) {
  const words = useWords();
  const { link, problems } = linkWords[language];
  const merchant = view.merchant.name;
  const bounds = boundsOf(view, language);
  const most = view.quantityMax ?? 1;
  const labels: Record<LinkFieldName, string> = {
    amount: fillIn(link.amount, { currency: view.currency }),
    quantity: link.quantity,
    name: link.name,
    phone: words.labels.phone,
    addr1: words.labels.address1,
    city: words.labels.city,
    country: words.labels.country,
    note: fillIn(link.note, { merchant }),
  };
  const texts: Record<LinkFieldName, string> = {
    amount: fillIn(problems.amount, bounds),
    quantity: fillIn(problems.quantity, { count: most }),
    name: problems.name,
    phone: problems.phone,
    addr1: sentenceAbout(labels.addr1, "required", words),
    city: sentenceAbout(labels.city, "required", words),
    country: sentenceAbout(labels.country, "choose", words),
    note: fillIn(problems.note, { count: noteLengthMax }),
  };
  const causeOf = (name: LinkFieldName) =>
    withCard.includes(name) ? sentenceAbout(labels[name], "card_data_here", words) : texts[name];
  const problemOf = (name: LinkFieldName) => (wrong.includes(name) ? causeOf(name) : undefined);
  const text = (name: LinkFieldName, input: ComponentProps<"input">, hint?: string) => (
    <LinkField name={name} label={labels[name]} problem={problemOf(name)} hint={hint}>
      {(field) => <input {...field} {...input} defaultValue={values[name] ?? input.defaultValue} />}
    </LinkField>
  );
  const has = (field: LinkView["asks"][number]) => view.asks.includes(field);
  const refused = fieldNames.filter((name) => wrong.includes(name));
  const isOnce = asksNothing(view) && wrong.length === 0;
  return (
    <form method="post" action={`?lang=${language}`} className={styles.form} data-once={isOnce ? "" : undefined}>
      {wrong.length > 0 && (
        <Refusal fields={refused.map((name) => [name, causeOf(name)])} otherwise={fillIn(link.reach, { merchant })} />
      )}
      {view.asks.length > 0 && <h2>{fillIn(link.details, { merchant })}</h2>}
      {view.amount === null &&
        text(
          "amount",
          { inputMode: "decimal", autoComplete: "off", pattern: "\\s*\\d{1,9}([.,]\\d{1,2})?\\s*", maxLength: 14 },
          fillIn(link.between, bounds),
        )}
      {most > 1 &&
        text(
          "quantity",
          { type: "number", min: 1, max: most, inputMode: "numeric", defaultValue: 1 },
          fillIn(link.upTo, { count: most }),
        )}
      {has("name") && text("name", { autoComplete: "name", maxLength: 60 })}
      {has("phone") && text("phone", { type: "tel", autoComplete: "tel", maxLength: 24, dir: "ltr" })}
      {has("address") && (
        <>
          {text("addr1", { autoComplete: "address-line1", maxLength: 50 })}
          {text("city", { autoComplete: "address-level2", maxLength: 30 })}
          <LinkField name="country" label={labels.country} problem={problemOf("country")}>
            {(field) => (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: country-lists.ts escapes the names
              <select {...field} autoComplete="country" dangerouslySetInnerHTML={{ __html: countries }} />
            )}
          </LinkField>
        </>
      )}
      {has("note") && (
        <LinkField name="note" label={labels.note} problem={problemOf("note")}>
          {(field) => <textarea {...field} maxLength={noteLengthMax} defaultValue={values.note} />}
        </LinkField>
      )}
      <button type="submit" className={`${button.primary} ${button.large}`}>
        {link.next}
      </button>
      <p className={styles.note}>{link.nothingYet}</p>
    </form>
  );
}

/** The page has nothing to ask, so its script leads the payer to the checkout. */
const asksNothing = ({ asks, amount, quantityMax }: LinkView): boolean =>
  asks.length === 0 && amount !== null && (quantityMax ?? 1) === 1;

/** The bounds of an amount that the payer chooses. */
export function boundsOf({ amountMin, amountMax, currency }: LinkView, language: Language) {
  const format = (amount: bigint | null) => formatMoney({ amount: amount ?? 0n, currency, language });
  return { least: format(amountMin), most: format(amountMax) };
}

type FieldInput = ReturnType<typeof inputProps> & { className: string | undefined };
type LinkFieldProps = Pick<FieldProps<LinkFieldName>, "name" | "hint" | "problem"> & {
  label: string;
  children(input: FieldInput): ReactNode;
};

/** A field that looks like those of the checkout, but works without a script. */
function LinkField({ label, children, ...field }: LinkFieldProps) {
  return (
    <div className={fields.field}>
      <div className={fields.cell}>
        <label htmlFor={fieldId(field.name)} className={fields.label}>
          {label}
        </label>
        {children({ ...inputProps({ ...field, isRequired: true }), className: fields.input })}
        {field.name === "country" && <Icon of={ChevronDown} size={20} />}
      </div>
      <FieldError {...field} />
      <FieldHint {...field} />
    </div>
  );
}

type RefusalProps = {
  fields: readonly (readonly [LinkFieldName, string])[];
  /** What to do if the payer cannot mend it. */
  otherwise: string;
};

/** Lists the refused fields on top, so that the payer finds them at once. */
function Refusal({ fields, otherwise }: RefusalProps) {
  const { money } = useWords();
  return (
    <div role="alert">
      <Notice tone="danger" title={money.not_charged}>
        {fields.length === 0 && <p>{otherwise}</p>}
        <ul>
          {fields.map(([name, text]) => (
            <li key={name}>
              <a href={`#field-${name}`}>{text}</a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
