import styles from "./demo.module.css";

/** A form that posts the payment request directly from the browser, with its fields visible. */
export function FormPost({ action, fields }: { action: string; fields: Record<string, string> }) {
  return (
    <>
      <p>
        This form has the payment request in hidden inputs. Your browser posts it to <code>{action}</code>, which
        answers with a redirect to the hosted page.
      </p>
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={styles.button}>
          Continue to payment
        </button>
      </form>
      <p className={styles.quiet}>
        A customer can change such a form before it is sent. The hash gives another total away, but it does not cover
        the order or the currency: tw_signature does. Where your server can ask for the payment, let it.
      </p>
      <h2>Hidden inputs</h2>
      <table className={styles.parameters}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(fields).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
