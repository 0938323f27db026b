import styles from "./demo.module.css";

type Option = { value: string; label: string };

type Props = {
  currency: string;
  products: { id: string; field: string; name: string; detail: string; price: string }[];
  quantityMax: number;
  feeStructures: Option[];
  methods: Option[];
  countries: Option[];
  country: string;
  phone: string;
  isEmpty: boolean;
};

/** The cart and the payment options. The form sends products and quantities only: the shop's server has the prices. */
export function ShopForm(props: Props) {
  return (
    <form method="post" action="/demo/orders" className={styles.form}>
      <input type="hidden" name="currency" value={props.currency} />
      {props.isEmpty && (
        <p className={styles.problem} id="cart-problem">
          Your cart is empty. Choose a quantity of at least one product.
        </p>
      )}
      <Cart {...props} />
      <PaymentOptions {...props} />
      <div className={styles.ways}>
        <Way way="redirect" label="Pay by redirect">
          The shop's server asks for the payment and sends you to the hosted page.
        </Way>
        <Way way="iframe" label="Pay in an iframe">
          The shop's server asks for the payment and shows the hosted page inside its own.
        </Way>
        <Way way="form" label="Pay by browser form post">
          Your browser posts the payment request itself and is sent on to the hosted page.
        </Way>
      </div>
    </form>
  );
}

function Cart({ products, quantityMax, currency, isEmpty }: Props) {
  const quantities = Array.from({ length: quantityMax + 1 }, (_, quantity) => quantity);
  return (
    <fieldset className={styles.group}>
      <legend>Your cart</legend>
      {products.map(({ id, field, name, detail, price }, index) => (
        <div key={id} className={styles.product}>
          <label htmlFor={field}>
            {name}
            <span className={styles.quiet}>{detail}</span>
          </label>
          <span className={styles.price}>
            {price} {currency}
          </span>
          <select
            id={field}
            name={field}
            defaultValue={index === 0 && !isEmpty ? 1 : 0}
            aria-describedby={isEmpty ? "cart-problem" : undefined}
          >
            {quantities.map((quantity) => (
              <option key={quantity}>{quantity}</option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  );
}

function PaymentOptions({ feeStructures, methods, countries, country, phone }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend>The payment request</legend>
      <div className={styles.options}>
        <Choice name="method" label="Hosted page" options={methods} />
        <Choice name="fee_structure" label="Processing fee" options={feeStructures} />
        <Choice name="country" label="Customer's country" options={countries} selected={country} />
        <label className={styles.field}>
          Customer's phone
          <input name="phone" type="tel" defaultValue={phone} maxLength={24} autoComplete="off" />
        </label>
      </div>
      <label className={styles.check}>
        <input type="checkbox" name="avs" value="1" />
        Verify the billing address (AVS)
      </label>
      <p className={styles.quiet}>
        Country and phone prefill the hosted page. A phone that is not complete is left out there.
      </p>
    </fieldset>
  );
}

function Choice({
  name,
  label,
  options,
  selected,
}: {
  name: string;
  label: string;
  options: Option[];
  selected?: string;
}) {
  return (
    <label className={styles.field}>
      {label}
      <select name={name} defaultValue={selected}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Way({ way, label, children }: { way: string; label: string; children: string }) {
  return (
    <div className={styles.way}>
      <button type="submit" name="way" value={way} className={styles.button} aria-describedby={`way-${way}`}>
        {label}
      </button>
      <p id={`way-${way}`} className={styles.quiet}>
        {children}
      </p>
    </div>
  );
}
