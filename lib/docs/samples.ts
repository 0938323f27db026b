import type { Sample } from "./markdown";
import { findDocsPage } from "./pages";

/** The programs of a page that stand for themselves, one in each language. */
export const programsOf = (address: string): Sample[] =>
  (findDocsPage(address)?.parts ?? [])
    .flatMap((part) => (part.kind === "code" ? part.samples : []))
    .filter(({ file }) => file !== null);

/** What a shop does around a payment. */
export const shopPrograms = () => [
  { title: "Ask for a payment", samples: programsOf("/docs/payment-request") },
  { title: "Verify the result", samples: programsOf("/docs/redirect-and-hash") },
];
