import { answerSandboxChallenge, showSandboxChallenge } from "@/lib/gateway/sandbox/challenge-page";
import { readHtml } from "@/lib/kit/text/html";
import { challengeCode } from "@/lib/reference/simulation";

/** A customer at the test bank, without a browser: forms are read from the pages and sent to its functions. */

/** The one form of a page, and what it would post. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const [form] = readHtml(html).forms;
  if (!form?.action) throw new Error("There is no form on this page.");
  return { action: form.action, fields: { ...form.fields } };
}

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
