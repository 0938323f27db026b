import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { hydrateRoot } from "react-dom/client";
import { Checkout } from "../checkout";
import { FailureBoundary } from "../failure";
import type { State } from "../places/use-states";
import { dataId, type PageData, rootId } from "./page-data";
import "./page-scope";

/** The script of the hosted page. It hydrates the HTML that components/checkout/server/render-page.tsx rendered. */
const data = JSON.parse(document.getElementById(dataId)?.textContent ?? "{}") as PageData;
const { tradewindCheckout: scope } = window;
scope.react = { react, "react/jsx-runtime": jsxRuntime };
const root = document.getElementById(rootId);
if (root) {
  hydrateRoot(
    root,
    <FailureBoundary>
      <Checkout
        {...data}
        words={scope.words}
        lists={{ billing: "", dialing: "" }}
        states={statesInDocument()}
        parts={null}
      />
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
