import buttons from "../ui/button.module.css";
import { Notice } from "../ui/notice";
import styles from "./pay-page.module.css";
import result from "./result.module.css";

/** A form that posts the payment request directly from the browser, with its fields visible. */
export function FormPost({ action, fields }: { action: string; fields: Record<string, string> }) {
  return (
    <>
      <p>
        This form has the payment request in hidden inputs. Your browser posts it to <code>{action}</code>, which
        redirects it to the checkout page.
      </p>
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={`${buttons.primary} ${styles.button}`}>
          Continue to payment
        </button>
      </form>
      <Notice tone="neutral">
        <p>
          A customer can change such a form before sending it. The hash detects a changed total. The signature also
          detects a changed order or currency. Request the payment from your server if you can.
        </p>
      </Notice>
      <h2>Hidden inputs</h2>
      <table className={result.parameters}>
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
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
