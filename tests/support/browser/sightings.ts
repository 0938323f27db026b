import type { BrowserContext, Page } from "@playwright/test";

/**
 * Everything the hosted page showed, in order. The last state is visible only for a moment before the
 * browser goes to the shop, so a test that polls could miss it.
 */
export type Sighting = {
  state: string;
  heading: string;
  /** Every visible sentence about money; there must be exactly one. */
  money: string[];
  /** Whether cookies and storage hold anything. In a frame of another site the browser may refuse both. */
  stored: "nothing" | "something" | "refused";
};

export type Sightings = { on(page: Page): Sighting[]; all(): Sighting[] };

/** `patient` payers wait for the countdown of a result. Others press its button at once, which saves a test 5 s. */
export type Patience = "patient" | "impatient";

export async function watchCheckouts(context: BrowserContext, patience: Patience): Promise<Sightings> {
  const seen: { page: Page; sighting: Sighting }[] = [];
  await context.exposeBinding("noteSighting", ({ page }, sighting: Sighting) => {
    seen.push({ page, sighting });
  });
  await context.addInitScript(observe, patience);
  return {
    on: (page) => seen.filter((one) => one.page === page).map(({ sighting }) => sighting),
    all: () => seen.map(({ sighting }) => sighting),
  };
}

/** Runs in the browser, in every frame. */
function observe(patience: Patience): void {
  let last = "";
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.textContent ?? "");
  const readStored = () => {
    try {
      const length = localStorage.length + sessionStorage.length + document.cookie.length;
      return length === 0 ? "nothing" : "something";
    } catch {
      return "refused";
    }
  };
  const returnAtOnce = () => {
    const link = document.querySelector<HTMLElement>('[data-testid="return"]');
    // Only the page's script reports the result to the shop around a frame.
    const isScripted = link && Object.keys(link).some((key) => key.startsWith("__reactProps"));
    if (isScripted) link.click();
  };
  const look = () => {
    const checkout = document.querySelector<HTMLElement>('[data-testid="checkout"]');
    if (!checkout || document.readyState === "loading") return;
    const sighting = {
      state: checkout.dataset.state ?? "",
      heading: textsOf("h1").join(),
      money: textsOf('[data-testid="money-state"]'),
      stored: readStored(),
    };
    const text = JSON.stringify(sighting);
    if (text === last) return;
    last = text;
    if (patience === "impatient") returnAtOnce();
    (window as unknown as { noteSighting(sighting: unknown): void }).noteSighting(sighting);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  document.addEventListener("DOMContentLoaded", look);
}
