import { randomInt } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { isInside, isLoopbackHost } from "@/lib/kit/addresses";
import { day, now, second } from "@/lib/kit/clock";
import { type Check, type Finding, ok, problem, textOf, warning } from "./checks";
import { clockFinding } from "./database";

const answerMs = 8_000;
const certificateDaysMin = 14;
const httpsPort = 443;

const reach = (url: URL, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, url), { headers, redirect: "manual", signal: AbortSignal.timeout(answerMs) });

const noUrl = problem(
  "PUBLIC_URL is missing or wrong.",
  "Set PUBLIC_URL to an origin such as https://pay.example.com.",
);

const checkCertificate: Check["run"] = async ({ publicUrl: url }) => {
  if (!url) return noUrl;
  if (url.protocol !== "https:") return ok("PUBLIC_URL uses http, for development.");
  const shown = await readCertificate(url).catch((error: unknown) => textOf(error));
  if (typeof shown === "string") {
    return problem(
      `${url.host} does not complete a TLS handshake: ${shown}.`,
      "Start the proxy that terminates TLS, and check DNS and firewall.",
    );
  }
  return certificateFinding(url.host, new Date(shown.certificate.valid_to), shown.error);
};

export function certificateFinding(host: string, validTo: Date, error: string | null): Finding {
  const left = Math.floor((validTo.getTime() - now().getTime()) / day);
  const action = "Renew or correct the certificate at the proxy that terminates TLS.";
  if (error) return problem(`Browsers refuse the certificate of ${host}: ${error}.`, action);
  const message = `The certificate of ${host} is valid for ${left} more days.`;
  return left < certificateDaysMin ? warning(message, `${action} Its automatic renewal seems to fail.`) : ok(message);
}

function readCertificate(url: URL): Promise<{ certificate: PeerCertificate; error: string | null }> {
  return new Promise((resolve, reject) => {
    // The certificate is read even if it is invalid, to say why.
    const socket: TLSSocket = connect(
      {
        host: url.hostname,
        port: Number(url.port || httpsPort),
        ...(isIP(url.hostname) === 0 && { servername: url.hostname }),
        rejectUnauthorized: false,
      },
      () => {
        const { authorizationError } = socket;
        resolve({
          certificate: socket.getPeerCertificate(),
          error: authorizationError ? String(authorizationError) : null,
        });
        socket.end();
      },
    );
    socket.setTimeout(answerMs, () => socket.destroy(new Error("no answer")));
    socket.on("error", reject);
  });
}

const checkAnswer: Check["run"] = async ({ publicUrl: url }) => {
  if (!url) return noUrl;
  const sentAt = now().getTime();
  const healthy = await reach(url, "/healthz").catch((error: unknown) => textOf(error));
  if (typeof healthy === "string") {
    return problem(
      `${url.origin} does not answer: ${healthy}.`,
      "Start the web server, and check proxy, DNS and firewall.",
    );
  }
  if (healthy.status !== 200) {
    return problem(
      `${url.origin}/healthz answers ${healthy.status}.`,
      "Check that the proxy passes requests to the web server.",
    );
  }
  // The header Date has whole seconds, so it is compared with the middle of one.
  const differenceMs = Date.parse(healthy.headers.get("date") ?? "") + 500 - (sentAt + now().getTime()) / 2;
  const ready = await reach(url, "/readyz");
  return [
    ready.status === 200
      ? ok(`${url.origin} answers and is ready.`)
      : problem(
          `${url.origin}/readyz answers ${ready.status}.`,
          "Check the database of the web server and its migrations.",
        ),
    ...(Number.isNaN(differenceMs) ? [] : [clockFinding(differenceMs, url.host, 2 * second)]),
    ...headerFindings(url, await reach(url, "/", { "accept-encoding": "gzip" })),
  ];
};

function headerFindings(url: URL, { headers }: Response): Finding[] {
  const hasHsts = headers.has("strict-transport-security");
  return [
    ...(url.protocol === "https:" && !hasHsts
      ? [
          warning(
            "The header Strict-Transport-Security does not arrive.",
            "Configure the proxy to pass on the headers of the web server.",
          ),
        ]
      : []),
    headers.has("content-encoding")
      ? ok("Pages arrive compressed.")
      : warning(
          "Pages arrive uncompressed.",
          "Configure the proxy to pass on Accept-Encoding: docs/operations.md, «Compression and proxies».",
        ),
  ];
}

/**
 * Sends a request with a forged X-Forwarded-For, and looks whether the rate limit counted it for the forged address.
 * The addresses of TEST-NET-1 are reserved for documentation.
 */
const checkProxies: Check["run"] = async ({ env, publicUrl: url }) => {
  if (!env || !url) return [];
  if (url.protocol === "https:" && env.TRUSTED_PROXIES.length === 0) {
    return problem(
      "A proxy terminates TLS, but TRUSTED_PROXIES names none: all clients share its address and its rate limits.",
      "Set TRUSTED_PROXIES to the addresses of the proxy, for example 127.0.0.1/32.",
    );
  }
  const { address } = await lookup(url.hostname);
  if (isInside(sourceOf(address), env.TRUSTED_PROXIES)) {
    return ok("Not checked: this machine is a trusted proxy itself. Run the doctor on another machine to check it.");
  }
  const forged = `192.0.2.${randomInt(1, 255)}`;
  const answer = await reach(url, "/plugins/get/currencies", { "x-forwarded-for": forged }).catch(() => null);
  // Only an answer of the product shows this header.
  if (!answer?.headers.has("ratelimit"))
    return warning("Not checked, because PUBLIC_URL does not answer.", "Start the web server and the proxy.");
  const { query } = await import("@/lib/db/client");
  const { sql } = await import("@/lib/db/sql");
  const believed = await query(sql`SELECT FROM rate_window WHERE strpos(bucket, ${forged}) > 0`);
  if (believed.length === 0) return ok("A forged X-Forwarded-For is ignored.");
  return problem(
    "Clients can forge their address: the product trusts a forged X-Forwarded-For.",
    "Remove the clients' own addresses from TRUSTED_PROXIES, and let the proxy append to the header or replace it.",
  );
};

/** Connections to any loopback address come from one. Debian gives the machine's own name the address 127.0.1.1. */
function sourceOf(address: string): string {
  if (!isLoopbackHost(address)) return address;
  return isIP(address) === 6 ? "::1" : "127.0.0.1";
}

export const publicUrlChecks: readonly Check[] = [
  { name: "certificate", run: checkCertificate },
  { name: "public address", run: checkAnswer, limitMs: 3 * answerMs },
  { name: "proxies", run: checkProxies, needs: ["configuration", "database", "migrations"] },
];
