import { joinMarkup, table, wideDocument } from "@/emulator/pages/wide-document";
import { type Markup, markup } from "@/lib/kit/markup";
import { demoMerchant, markets, methods } from "./payment-request";

type Origins = { shop: string; product: string };

/** Within the limits of every currency. */
const totalDefault = "200.00";
const marketDefault = "TT-TTD";

/** The links leave the frame in which the page may be. */
const links = ({ shop, product }: Origins): Markup => markup`<ul>
<li><a href="${shop}/shop" target="_top">Live shop</a></li>
<li><a href="${shop}/emulator" target="_top">Emulator</a>: transactions, violations, faults and all cards</li>
<li><a href="${product}/dashboard/live" target="_top">Dashboard</a>: sign in as <code>${demoMerchant.email}</code> with
<code>${demoMerchant.password}</code></li>
</ul>`;

const marketOptions = joinMarkup(
  markets.map(({ value, label }) =>
    value === marketDefault
      ? markup`<option value="${value}" selected>${label}</option>`
      : markup`<option value="${value}">${label}</option>`,
  ),
);

type Choice = { name: string; options: Readonly<Record<string, string>> };

/** Radio buttons. The first option is chosen. */
const radioButtons = ({ name, options }: Choice): Markup =>
  joinMarkup(
    Object.entries(options).map(([value, label], index) =>
      index === 0
        ? markup`<label><input type="radio" name="${name}" value="${value}" checked> ${label}</label>`
        : markup`<label><input type="radio" name="${name}" value="${value}"> ${label}</label>`,
    ),
  );

export const frameChoice = "frame";

/** The form. Its action names the origin, because only the origin of `response_url` may frame the checkout. */
export const shopPage = (origins: Origins): Markup =>
  wideDocument(
    "Live shop",
    markup`<p>This shop sends live payment requests to <a href="${origins.product}/">${origins.product}</a>. The gateway is an
emulator on this machine, so no money moves.</p>
<form action="${origins.shop}/shop/pay" method="POST">
<fieldset><label>Platform and currency <select name="market">${marketOptions}</select></label></fieldset>
<fieldset><label>Amount <input name="total" value="${totalDefault}" inputmode="decimal" size="12" required></label></fieldset>
<fieldset><legend>Checkout</legend>${radioButtons({ name: "method", options: methods })}</fieldset>
<fieldset><legend>Place</legend>
${radioButtons({ name: "place", options: { page: "On its own page", [frameChoice]: "In a frame of this shop" } })}</fieldset>
<fieldset><label><input type="checkbox" name="avs" value="1"> Check the billing address (AVS)</label></fieldset>
<button type="submit">Pay</button>
</form>
<h2>Cards</h2>
<p>Any security code, any expiry in the future. The password of a challenge is 3ds2; any other password fails.</p>
${table(
  ["Number", "What happens"],
  shopCards.map(({ number, outcome }) => [number, outcome]),
)}
<h2>Where to look</h2>${links(origins)}`,
  );

/** The checkout in a frame, mounted by the product's own script. */
export const framePage = (origins: Origins, checkoutUrl: string): Markup =>
  wideDocument(
    "Pay in the live shop",
    markup`<div data-tradewind-checkout="${checkoutUrl}"></div>
<script src="${origins.product}/embed.js"></script>
<p><a href="${origins.shop}/shop">Back to the live shop</a></p>`,
  );

const valueTable = (values: readonly (readonly [string, unknown])[]): Markup =>
  table(
    ["Name", "Value"],
    values.map(([name, value]) => [name, typeof value === "string" ? value : (JSON.stringify(value) ?? "")]),
  );

export const refusedPage = (origins: Origins, answer: Readonly<Record<string, unknown>>): Markup =>
  wideDocument(
    "The payment request was refused",
    markup`${valueTable(Object.entries(answer))}
${links(origins)}`,
  );

/** Shows what the browser brought back. The page proves nothing: anyone can open this address. */
export const returnPage = (origins: Origins, parameters: URLSearchParams): Markup =>
  wideDocument(
    `Result: ${parameters.get("status") ?? "no status"}`,
    markup`<p>The browser came back with these parameters. This shop does not verify them. A real shop verifies
<code>hash</code> or <code>tw_signature</code> before it delivers.</p>
${valueTable([...parameters])}
${links(origins)}`,
  );

/** Cards that show what can happen to a payment. The control page lists all cards. */
export const shopCards: readonly { number: string; outcome: string }[] = [
  { number: "4012000000020071", outcome: "Visa. Approved without a challenge." },
  { number: "4012000000020006", outcome: "Visa. Approved after a challenge with the password 3ds2." },
  { number: "4012010000020005", outcome: "Visa. Approved after a fingerprint of the browser and a challenge." },
  { number: "5100270000000031", outcome: "Mastercard. Approved after a challenge." },
  { number: "343333333333335", outcome: "American Express. Approved without 3-D Secure." },
  { number: "4012000000020121", outcome: "Visa. Not charged: the bank does not authenticate the payer." },
  { number: "4999990900030005", outcome: "Visa. Not charged: the bank refuses, and sends a message for the payer." },
  {
    number: "4999990900010007",
    outcome: "Visa. Not charged: 3-D Secure is unavailable, and the platform requires it.",
  },
  { number: "4999990100510004", outcome: "Visa. Declined: insufficient funds." },
  { number: "4999990100910006", outcome: "Visa. Declined: the bank is unreachable." },
  {
    number: "4999990200230008",
    outcome: "Visa. Approved. With the address check: declined, because the address is wrong.",
  },
  { number: "4999990400050008", outcome: "Visa. Approved. The bank declines a refund." },
];
