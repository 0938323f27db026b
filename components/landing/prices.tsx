import styles from "./landing.module.css";

type Price = { country: string; fee: string; example: string; exampleFee: string };

/** The fees of the sandbox. They depend on the country of the payment, not on the checkout's method. */
export const Prices = ({ prices }: { prices: readonly Price[] }) => (
  <section aria-labelledby="prices" className={styles.pair}>
    <div className={styles.about}>
      <h2 id="prices">Sandbox prices</h2>
      <p>
        The sandbox takes a fee from each payment, so your test totals look like real ones. For each payment you choose
        who pays the fee: the customer, you, or half each.
      </p>
    </div>
    <table className={styles.prices}>
      <thead>
        <tr>
          <th scope="col">Country</th>
          <th scope="col">Fee</th>
          <th scope="col">Example</th>
        </tr>
      </thead>
      <tbody>
        {prices.map(({ country, fee, example, exampleFee }) => (
          <tr key={country}>
            <th scope="row">{country}</th>
            <td>{fee}</td>
            <td>
              <span className={styles.quiet}>{example}:</span> {exampleFee}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
