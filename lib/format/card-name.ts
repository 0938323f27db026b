import { type CardNetwork, cardNetworks } from "@/lib/reference/card-networks";
import type { Language } from "@/lib/reference/languages";

const endings: Readonly<Record<Language, string>> = {
  en: "ending",
  es: "terminada en",
  fr: "se terminant par",
  nl: "eindigend op",
  pt: "com final",
};

const unknownNetwork: Readonly<Record<Language, string>> = {
  en: "Card",
  es: "Tarjeta",
  fr: "Carte",
  nl: "Kaart",
  pt: "Cartão",
};

/** `Visa ending 1111`. `number` is a masked number or its last four digits. */
export function cardName(network: string | null, number: string, language: Language = "en"): string {
  const name = isNetwork(network) ? cardNetworks[network].name : unknownNetwork[language];
  return `${name} ${endings[language]} ${number.slice(-4)}`;
}

const isNetwork = (code: string | null): code is CardNetwork => code !== null && Object.hasOwn(cardNetworks, code);
