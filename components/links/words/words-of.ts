import type { Language } from "@/lib/reference/languages";
import { en, type LinkWords } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { nl } from "./nl";
import { pt } from "./pt";

/** The texts of payment links, card links and receipts. Texts that the checkout also has come from its own words. */
export const linkWords: Readonly<Record<Language, LinkWords>> = { en, es, fr, nl, pt };
