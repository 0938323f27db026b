import { countriesFile } from "@/lib/reference/fixed-files";
import type { Language } from "@/lib/reference/languages";
import type { CountryLists } from "./country-lists";

/** Adds the other countries to the two selects. If they cannot be loaded, the next call tries again. */
export async function loadCountries(form: HTMLFormElement, language: Language): Promise<void> {
  const response = await fetch(countriesFile(language), { credentials: "omit" });
  const { billing, dialing } = (await response.json()) as CountryLists;
  addOptions(form.elements.namedItem("country"), billing);
  addOptions(form.elements.namedItem("phone_country"), dialing);
}

/** Likely countries are in the select already, and all are after the first call. Adding keeps the chosen one. */
function addOptions(select: unknown, list: string): void {
  if (!(select instanceof HTMLSelectElement)) return;
  const present = new Set([...select.options].map(({ value }) => value));
  const template = document.createElement("template");
  template.innerHTML = list;
  for (const option of template.content.querySelectorAll("option")) if (!present.has(option.value)) select.add(option);
}
