import { createHash } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { brandFile } from "@/lib/reference/fixed-files";
import { readScriptInventory } from "@/lib/script-monitor/script-inventory";
import { call } from "@/tests/support/http/client";

const { roomy } = inject("product");
const script = readScriptInventory()?.scripts.find(({ bytes }) => bytes > 1024);
const path = script?.path ?? "";

/** Fetches bytes: `call()` reads every body as text. */
async function fetchBytes(accepted: string) {
  const decoded = await fetch(`${roomy}${path}`, { headers: { "accept-encoding": accepted } });
  const digest = createHash("sha256")
    .update(Buffer.from(await decoded.arrayBuffer()))
    .digest("hex");
  return { encoding: decoded.headers.get("content-encoding"), digest, length: decoded.headers.get("content-length") };
}

describe("a static file", () => {
  it("is served in the encoding that the client accepts, and decodes to the file of the build", async () => {
    for (const [accepted, encoding] of [
      ["gzip, br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      expect(await fetchBytes(accepted)).toMatchObject({ encoding, digest: script?.sha256 });
    }
  });

  it("is cached for ever if its name contains a digest, and is asked for again otherwise", async () => {
    const { headers } = await call(roomy, "GET", path);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "application/javascript; charset=UTF-8",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
    });
    const drawings = await call(roomy, "GET", brandFile);
    expect(drawings.headers["cache-control"]).toBe("public, max-age=3600, stale-while-revalidate=86400");
    const embed = await call(roomy, "GET", "/embed.js");
    expect(embed.headers["cache-control"]).toBe("public, max-age=0");
    const again = { "if-none-match": embed.headers.etag ?? "" };
    expect(await call(roomy, "GET", "/embed.js", { headers: again })).toMatchObject({ status: 304, text: "" });
    expect(await call(roomy, "HEAD", "/embed.js")).toMatchObject({ status: 200, text: "" });
    expect(await call(roomy, "POST", "/embed.js")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  });

  it.each([
    ["an unknown file", "/_next/static/chunks/none.js", 404],
    ["a compressed variant", `${path}.br`, 404],
    ["a folder", "/_next/static/chunks", 404],
    ["a file outside the folder", "/_next/static/..%2f..%2fpackage.json", 404],
    ["the list of files", "/static-files.json", 404],
    ["the manifest of the build", "/_next/static/.vite/manifest.json", 404],
    ["a path that cannot be decoded", "/_next/static/%ZZ", 400],
  ])("is listed by the build: %s is refused", async (_what, target, status) => {
    expect((await call(roomy, "GET", "/", { target })).status).toBe(status);
  });
});
