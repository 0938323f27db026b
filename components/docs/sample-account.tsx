import { CircleUser } from "lucide";
import buttons from "../ui/button.module.css";
import { Icon } from "../ui/icon";
import shared from "./page.module.css";
import styles from "./send.module.css";

type Props = { accountNumber: string; name: string | null };

/**
 * Says which account the samples use. `public/docs.js` puts the reader's own account number into the samples. Without
 * JavaScript, the form is hidden.
 */
export function SampleAccount({ accountNumber, name }: Props) {
  return (
    <details className={styles.account} data-sample-account={accountNumber}>
      <summary>
        <Icon of={CircleUser} />
        <span>
          The samples use the account <strong data-account>{accountNumber}</strong>
          {name && <span data-account-name> ({name}, test)</span>}.
        </span>
        <span className={styles.change}>Change</span>
      </summary>
      <form>
        <label>
          Your account number
          <input
            name="account"
            inputMode="numeric"
            pattern="[1-9][0-9]{9}"
            maxLength={10}
            required
            autoComplete="off"
            className={shared.input}
          />
        </label>
        <button type="submit" className={buttons.primary}>
          Use this account
        </button>
        <button type="reset" className={buttons.quiet}>
          Use the sample account
        </button>
        <p>
          The number is on the overview of your dashboard. It stays in this browser. Replace the hash key and the API
          key of the samples, too.
        </p>
      </form>
    </details>
  );
}
