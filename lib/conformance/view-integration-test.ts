import type { Owner } from "@/lib/http/message/caller";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import { sandbox } from "@/lib/reference/sandbox";
import { findEndpoints } from "@/lib/webhooks/endpoints/endpoint-store";
import { proofToken } from "./prove-hosts";
import { registeredHosts } from "./registered-hosts";
import { reportHeadline, reportPage } from "./report-page";
import { kitCases } from "./run-kit";
import { proofHeader, proofPath } from "./shop-browser";
import { findReport } from "./store";

export type IntegrationTestView = Awaited<ReturnType<typeof viewIntegrationTest>>;

/** What the page "Test my integration" shows: the last report, and the form with the addresses of that test. */
export async function viewIntegrationTest(owner: Owner) {
  const { accountNumber } = owner;
  const [report, { hosts, isDemo }, endpoints] = await Promise.all([
    findReport(accountNumber),
    registeredHosts(owner),
    findEndpoints({ accountNumber, environments: ["sandbox"] }),
  ]);
  const { target } = report ?? {};
  return {
    report: report && {
      headline: reportHeadline(report),
      ranAt: report.started_at,
      cases: report.cases,
    },
    /** What the kit tests, in its order. */
    cases: kitCases.map(({ id, title, channel }) => ({ id, title, channel })),
    /** The hosts that the kit may call. */
    hosts,
    /** What a host shows, so that we test it. Null for the demo shop. */
    proof: isDemo ? null : { token: proofToken(accountNumber), path: proofPath, header: proofHeader },
    endpoints: endpoints.map(({ id, url }) => ({ value: id, label: url })),
    values: {
      ...(accountNumber === sandbox.shop.accountNumber && demoShop()),
      ...(target && {
        return_url: target.return_url,
        order_status_url: target.order_status_url ?? "",
        start_url: target.start_url ?? "",
        start_body: target.start_body ?? "",
        paid_words: target.paid_words ?? "",
        unpaid_words: target.unpaid_words ?? "",
        webhook_id: endpoints.find(({ url }) => url === target.webhook_url)?.id ?? "",
      }),
    },
  };
}

const demoShop = () => ({
  return_url: `${env().PUBLIC_URL}/demo/return`,
  order_status_url: `${env().PUBLIC_URL}/demo/orders/{order_id}`,
  start_url: `${env().PUBLIC_URL}/demo/orders`,
  start_body: "quantity-pepper-sauce=1",
});

const reportTypes = { html: "text/html; charset=utf-8", json: "application/json" } as const;

/** The last report as a file to download. */
export async function downloadReport({ accountNumber }: Owner, format: keyof typeof reportTypes): Promise<Response> {
  const report = await findReport(accountNumber);
  if (!report) throw notFound();
  const text = format === "html" ? reportPage(report) : JSON.stringify(report, null, 2);
  return new Response(text, {
    headers: {
      "content-type": reportTypes[format],
      "content-disposition": `attachment; filename="conformance-report.${format}"`,
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
