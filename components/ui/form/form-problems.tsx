"use client";

import { createContext, type ReactNode, useContext } from "react";

/** The errors of the last submission of a form, by field name. */
type Problems = Readonly<Record<string, string>>;

const context = createContext<Problems>({});

export function FormProblems({ value, children }: { value: Problems; children: ReactNode }) {
  return <context.Provider value={value}>{children}</context.Provider>;
}

export const useProblem = (name: string): string | undefined => useContext(context)[name];
