import { Minus, Plus } from "lucide";
import { Unseen } from "@/components/ui/unseen";
import { Icon } from "../ui/icon";
import { OrderPanel, type OrderPanelProps } from "./order-panel";
import { type Drawing, ProductPicture } from "./product-picture";
import styles from "./shop-form.module.css";
import page from "./shop-page.module.css";

type Product = { id: Drawing; field: string; name: string; detail: string; price: string; quantity: number };
type Props = OrderPanelProps & { currency: string; products: Product[]; quantityMax: number };

/**
 * The products, the order and the payment options in one form, which sends products and quantities only: the shop's
 * server has the prices. Buttons that change a quantity send the form to the same page by GET.
 */
export function ShopForm({ currency, products, quantityMax, ...order }: Props) {
  return (
    <form method="post" action="/demo/orders" className={`${page.columns} ${styles.form}`}>
      {/* The first button of a form is the one that the Enter key presses. */}
      <button type="submit" hidden />
      <input type="hidden" name="currency" value={currency} />
      <div className={styles.goods}>
        <h1>From the pantry</h1>
        <p className={styles.lead}>Small goods from Port of Spain.</p>
        <ul className={styles.products}>
          {products.map((product) => (
            <li key={product.id} id={product.id} className={styles.product}>
              <ProductPicture of={product.id} />
              <div className={styles.facts}>
                <h2>{product.name}</h2>
                <p className={styles.detail}>{product.detail}</p>
                <div className={styles.buy}>
                  <span className={styles.price}>{product.price}</span>
                  <Quantity product={product} max={quantityMax} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <OrderPanel {...order} />
      <Steps />
    </form>
  );
}

function Quantity({ product: { id, field, name, quantity }, max }: { product: Product; max: number }) {
  // The button's value follows the hidden input in the address, and the shop takes the last value of a field.
  const setTo = (value: number) =>
    ({ type: "submit", name: field, value, formMethod: "get", formAction: `/demo#${id}` }) as const;
  return (
    <>
      <input type="hidden" name={field} value={quantity} />
      {quantity === 0 ? (
        <button {...setTo(1)} className={styles.add}>
          Add<Unseen> {name}</Unseen>
        </button>
      ) : (
        <span className={styles.stepper}>
          <button {...setTo(quantity - 1)} aria-label={`One ${name} less`}>
            <Icon of={Minus} />
          </button>
          <span>
            <Unseen>Quantity: </Unseen>
            {quantity}
          </span>
          <button {...setTo(quantity + 1)} aria-label={`One ${name} more`} disabled={quantity >= max}>
            <Icon of={Plus} />
          </button>
        </span>
      )}
    </>
  );
}

const steps = [
  ["Request a payment", "POST /plugins/payments/request"],
  ["Customer pays", "on the checkout page"],
  ["Verify the result", "hash and signature"],
] as const;

function Steps() {
  return (
    <section aria-labelledby="steps" className={styles.card}>
      <div className={styles.head}>
        <h2 id="steps">What happens when you check out</h2>
        <a href="#code">See the code</a>
      </div>
      <ol className={styles.steps}>
        {steps.map(([title, text], index) => (
          <li key={title}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <p className={styles.step}>{title}</p>
              <p className={styles.detail}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
