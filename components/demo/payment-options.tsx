import fields from "../ui/form/field.module.css";
import styles from "./order-panel.module.css";

type Option = { value: string; label: string };
type Choice = { options: Option[]; chosen: string };

export type PaymentChoices = {
  /** Null where there is only the sandbox. */
  environment: Choice | null;
  method: Choice;
  feeStructure: Choice;
  country: Choice;
  phone: string;
  avs: boolean;
};

/** Fields of the payment request that a shop chooses itself. */
export function PaymentOptions({ environment, method, feeStructure, country, phone, avs }: PaymentChoices) {
  return (
    <div className={styles.options}>
      {environment && <SelectOption name="environment" label="Environment" {...environment} />}
      <SelectOption name="method" label="Checkout page" {...method} />
      <SelectOption name="fee_structure" label="Processing fee" {...feeStructure} />
      <SelectOption name="country" label="Customer’s country" {...country} />
      <div className={styles.option}>
        <label htmlFor="phone">Customer’s phone</label>
        <input id="phone" name="phone" type="tel" defaultValue={phone} maxLength={24} autoComplete="off" />
      </div>
      <label className={`${fields.choice} ${styles.check}`}>
        <input type="checkbox" name="avs" value="1" defaultChecked={avs} />
        Verify the billing address (AVS)
      </label>
      <p>Country and phone prefill the checkout page. It leaves out an incomplete phone number.</p>
    </div>
  );
}

function SelectOption({ name, label, options, chosen }: Choice & { name: string; label: string }) {
  return (
    <div className={styles.option}>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
