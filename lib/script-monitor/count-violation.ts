import type { ViolationReport } from "@/lib/http/pages/csp-report-contract";
import { meters } from "@/lib/kit/telemetry/meters";
import { parseUrl } from "@/lib/kit/urls";

/** The pages that are counted alone, by the first segment of their path. */
const pages: ReadonlyMap<string, string> = new Map([
  ["checkout", "checkout"],
  ["pay", "payment_link"],
  ["receipt", "receipt"],
  ["dashboard", "dashboard"],
]);

const directives: ReadonlySet<string> = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "form-action",
  "base-uri",
  "object-src",
  "frame-src",
  "frame-ancestors",
]);

/**
 * Counts a violation. Keeps nothing else of the report: its addresses contain checkout tokens, and anyone can send any
 * text.
 */
export function countViolation(report: ViolationReport) {
  const directive = (report["effective-directive"] || report["violated-directive"])?.split(" ")[0] ?? "";
  meters()?.violation({
    page: pageOf(report["document-uri"] ?? ""),
    directive: directives.has(directive) ? directive : "other",
  });
  return { message: "OK" as const };
}

function pageOf(address: string): string {
  const room = parseUrl(address)?.pathname.split("/")[1];
  return pages.get(room ?? "") ?? "other";
}
