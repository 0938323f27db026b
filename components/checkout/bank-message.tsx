"use client";

import { fillIn } from "@/lib/kit/text/fill-in";
import { useWords } from "./words-context";

/** A text that the card's bank wants the payer to read. The rules of 3DS require the page to show it. */
export function BankMessage({ text }: { text: string | null }) {
  const { page } = useWords();
  return text && <p data-testid="bank-message">{fillIn(page.bankMessage, { message: text })}</p>;
}
