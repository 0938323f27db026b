import { hiddenFields, type Markup, markup } from "@/lib/kit/markup";
import { htmlDocument } from "./document";

export const bankPassword = "3ds2";

type BankPage = {
  action: string;
  fields: Readonly<Record<string, string>>;
  amount: string;
  currency: string;
  lastFour: string;
};

/** The bank's page, on which the payer enters the password. */
export function bankPage({ action, fields, amount, currency, lastFour }: BankPage): Markup {
  return htmlDocument(
    "Emulator Bank",
    markup`<h1>Emulator Bank</h1>
<p>Your card ending in ${lastFour} is about to pay ${amount} (currency ${currency}).</p>
<form action="${action}" method="POST">
${hiddenFields(fields)}
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" aria-describedby="hint">
<p id="hint">The test password is ${bankPassword}. Any other password fails.</p>
<button type="submit" name="action" value="confirm">Confirm</button>
<button type="submit" name="action" value="cancel">Cancel</button>
</form>`,
  );
}

/** Whether the payer passes the challenge with this answer to the bank's page. */
export const isPassed = (answer: URLSearchParams): boolean =>
  answer.get("action") !== "cancel" && answer.get("password") === bankPassword;
