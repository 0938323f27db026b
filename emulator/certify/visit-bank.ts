import { followForms } from "@/emulator/base/form-follower";
import { bankPassword } from "@/emulator/base/pages/bank-page";
import { Unanswered } from "./question";

/** The follower of the 3DS pages stops before it would call this address. */
export const returnUrl = "https://example.com/certify/return";

/** Follows the pages of 3DS as a payer who passes, and returns the fields that the browser brings back. */
export async function visitBank(html: string): Promise<Record<string, string>> {
  try {
    const form = await followForms(html, {
      isReturn: ({ href }) => href.startsWith(returnUrl),
      answer: ({ inputs: [name = ""] }) => ({ [name]: bankPassword }),
    });
    if (form) return form.fields;
  } catch (error) {
    // Messages of the network and of invalid addresses contain no secret.
    throw new Unanswered(`The 3DS pages could not be followed: ${error instanceof Error ? error.message : "unknown"}`);
  }
  throw new Unanswered("The 3DS pages end on a page without a form. Pay this card in a browser.");
}

/** The browser that certification pretends to be. */
export const certifyingBrowser = {
  userAgent: "Mozilla/5.0",
  accept: "text/html",
  language: "en-US",
  address: "192.0.2.1",
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 800,
  timeZoneOffset: 240,
  challengeWindow: "04",
} as const;
