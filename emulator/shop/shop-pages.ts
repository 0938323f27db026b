import { joinMarkup, table, wideDocument } from "@/emulator/pages/wide-document";
import { type Markup, markup } from "@/lib/kit/markup";
import { demoMerchant } from "./demo-merchant";
import { markets, methods } from "./payment-request";
import { shopCards } from "./shop-cards";

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
