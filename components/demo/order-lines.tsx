import styles from "./order-panel.module.css";

export type OrderSums = {
  lines: { name: string; quantity: number; price: string }[];
  delivery: { label: string; price: string };
  total: string;
};

export function OrderLines({ lines, delivery, total }: OrderSums) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ name, quantity, price }) => (
        <div key={name}>
          <dt>
            {quantity} × {name}
          </dt>
          <dd>{price}</dd>
        </div>
      ))}
      <div className={styles.delivery}>
        <dt>{delivery.label}</dt>
        <dd>{delivery.price}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}
