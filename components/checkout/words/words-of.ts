import type { Language } from "@/lib/reference/languages";
import { en, type Words } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { nl } from "./nl";
import { pt } from "./pt";

const all: Record<Language, Words> = { en, es, fr, nl, pt };

/** For the server: the browser is sent the one language it shows. */
export const wordsOf = (language: Language): Words => all[language];
