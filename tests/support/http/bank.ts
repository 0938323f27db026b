import { answerSandboxChallenge, showSandboxChallenge } from "@/lib/gateway/sandbox/challenge-page";
import { challengeCode } from "@/lib/reference/simulation";

/** A customer at the test bank, without a browser: forms are read from the pages and sent to its functions. */

export type BankForm = { action: string; fields: Record<string, string> };

/** The one form of a page, and what it would post. */
export function formOf(html: string): BankForm {
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
  if (action === undefined) throw new Error("There is no form on this page.");
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: readText(action),
    fields: Object.fromEntries(inputs.map(([, name = "", value = ""]) => [readText(name), readText(value)])),
  };
}

const readText = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

export const keyOf = (challengeHtml: string): string => formOf(challengeHtml).action.split("/").at(-1) ?? "";

/** Follows the acquirer's page to the bank, enters these codes one after the other, and gives the last page. */
export async function enterCodes(challengeHtml: string, ...codes: string[]): Promise<string> {
  const key = keyOf(challengeHtml);
  let response = await showSandboxChallenge(key);
  for (const code of codes) response = await answerSandboxChallenge(key, { action: "confirm", code });
  return response.text();
}

/** What the bank posts to the shop after the right code. */
export async function passChallenge(challengeHtml: string): Promise<Record<string, string>> {
  return formOf(await enterCodes(challengeHtml, challengeCode)).fields;
}

export async function failChallenge(challengeHtml: string): Promise<Record<string, string>> {
  return formOf(await enterCodes(challengeHtml, "1", "2", "3")).fields;
}

export async function cancelChallenge(challengeHtml: string): Promise<Record<string, string>> {
  const response = await answerSandboxChallenge(keyOf(challengeHtml), { action: "cancel", code: "" });
  return formOf(await response.text()).fields;
}
