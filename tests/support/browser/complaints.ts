import type { Page } from "@playwright/test";

/** Errors that the page logs or throws from now on, except those that a test expects. */
export function collectComplaints(page: Page, expected: RegExp): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
