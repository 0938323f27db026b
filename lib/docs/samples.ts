import type { Sample } from "./markdown";
import { findDocsPage } from "./pages";

/** The complete sample programs on a page of the docs, one per language. */
export const programsOf = (address: string): Sample[] =>
  (findDocsPage(address)?.parts ?? [])
    .flatMap((part) => (part.kind === "code" ? part.samples : []))
    .filter(({ file }) => file !== null);

/** The samples of the steps that a shop takes for a payment. */
export const shopPrograms = () => [
  { title: "Ask for a payment", samples: programsOf("/docs/payment-request") },
  { title: "Verify the result", samples: programsOf("/docs/redirect-and-hash") },
];
