import type { Language } from "@/lib/reference/languages";
import { en, type MailWords } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { nl } from "./nl";
import { pt } from "./pt";

const all: Record<Language, MailWords> = { en, es, fr, nl, pt };

export const mailWords = (language: Language): MailWords => all[language];
