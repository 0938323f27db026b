import { acquirerTitle } from "@/lib/gateway/registry";

/** A gateway of an acquirer, in words. One acquirer may have several. */
export const gatewayTitle = ({ acquirer, baseAddress }: { acquirer: string; baseAddress: string }): string =>
  `${acquirerTitle(acquirer)} (${new URL(baseAddress).host})`;

/** Where an attempt was sent, or null for a step of an earlier release or of the sandbox. */
export function routeWords({ acquirer, insteadOf }: Readonly<Record<string, unknown>>): string | null {
  if (typeof acquirer !== "string") return null;
  const title = acquirerTitle(acquirer);
  if (typeof insteadOf !== "string") return `at ${title}`;
  return insteadOf === acquirer
    ? `at another gateway of ${title}, because its first one was down`
    : `at ${title}, because ${acquirerTitle(insteadOf)} was down`;
}
