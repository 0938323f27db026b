import { fill } from "./fill";
import type { Sample } from "./markdown";
import { findDocsPage } from "./pages";

/** The complete sample programs on a page of the docs, one per language. `place` counts a page's programs from 0. */
export const programsOf = (address: string, place = 0): Sample[] =>
  (findDocsPage(address)?.parts ?? [])
    .map((part) => (part.kind === "code" ? part.samples.filter(({ file }) => file !== null) : []))
    .filter((samples) => samples.length > 0)[place] ?? [];

/** The samples of the steps that a shop takes for a payment. */
export const shopPrograms = () => [
  { title: "Request a payment", samples: programsOf("/docs/payment-request") },
  { title: "Verify the result", samples: programsOf("/docs/redirect-and-hash") },
];

const firstRequest = `curl {origin}/plugins/payments/request \\
  -H "Accept: application/json" \\
  -d account_number={account_number} -d environment=sandbox \\
  -d country_code=TT -d currency=TTD -d total=177.50 \\
  -d fee_structure=customer_pay -d method=credit_card_co \\
  -d order_id=10482 -d origin=my-shop -d email=ada@example.com \\
  -d response_url={origin}/response/`;

const firstAnswer = `{ "url": "{origin}/checkout/k3V9…",
  "message": "OK", "transaction_id": "SB-01M7HCE82374…" }`;

/** The payment request of the landing page, and its answer. */
export const firstPayment = () => ({
  samples: [{ language: "Shell", file: null, code: fill(firstRequest) }, ...programsOf("/docs/payment-request")],
  answer: { status: 200, code: fill(firstAnswer) },
});
