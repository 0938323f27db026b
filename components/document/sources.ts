/** The modules that render documents, and the browser's script of the checkout. Vite builds them. */
export const documentSources = {
  checkout: "components/checkout/render-checkout.tsx",
  links: "components/links/render-links.tsx",
  landing: "components/landing/render-landing.tsx",
  docs: "components/docs/render-docs.tsx",
  missing: "components/site/render-not-found.tsx",
} as const;

export const browserSource = "components/checkout/browser/hydrate.tsx";
