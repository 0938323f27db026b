import { hydrateRoot } from "react-dom/client";
import { dataId, rootId } from "@/components/document/hydration";
import { Checkout, type CheckoutProps } from "../checkout";
import { FailureBoundary } from "../failure";
import type { State } from "../places/use-states";

/** The props in the page's JSON. The lists of countries and states are in the DOM already. */
export type HydratedProps = Omit<CheckoutProps, "lists" | "states" | "parts">;

/** The script of the hosted page. It hydrates the HTML that components/checkout/render-checkout.tsx rendered. */
const data = JSON.parse(document.getElementById(dataId)?.textContent ?? "{}") as HydratedProps;
const root = document.getElementById(rootId);
if (root) {
  hydrateRoot(
    root,
    <FailureBoundary>
      <Checkout {...data} lists={{ billing: "", dialing: "" }} states={statesInDocument()} parts={null} />
    </FailureBoundary>,
  );
}

document.querySelector<HTMLSelectElement>("select[name=lang]")?.addEventListener("change", ({ currentTarget }) => {
  if (currentTarget instanceof HTMLSelectElement) currentTarget.form?.submit();
});

function statesInDocument(): State[] {
  const select = document.querySelector<HTMLSelectElement>("select[name=state]");
  const options = [...(select?.options ?? [])].filter(({ value }) => value !== "");
  return options.map(({ value, text }) => ({ code: value, name: text }));
}
