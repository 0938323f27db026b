"use client";

import { createContext, useContext } from "react";
import type { Words } from "./words/en";

const WordsContext = createContext<Words | null>(null);

export const WordsProvider = WordsContext.Provider;

/** The texts of the page in the session's language. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("There are no words here: a WordsProvider is missing.");
  return words;
}
