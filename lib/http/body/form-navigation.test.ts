import { describe, expect, it } from "vitest";
import { isFormNavigation } from "./form-navigation";

const chrome = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const java = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
const form = "application/x-www-form-urlencoded";

function isRedirected(headers: Record<string, string>): boolean {
  return isFormNavigation(new Request("http://localhost/", { method: "POST", headers, body: "a=1" }));
}

describe("a form", () => {
  it.each<[string, Record<string, string>]>([
    ["a navigating browser says so", { accept: chrome, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }],
    ["a browser navigates in a frame", { accept: chrome, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
    ["an old browser sends its usual Accept", { accept: chrome }],
    ["an old browser writes it with spaces", { accept: chrome.replaceAll(",", ", ") }],
    ["a browser says text/html alone and navigates", { accept: "text/html", "sec-fetch-mode": "navigate" }],
  ])("is redirected if %s", (_what, headers) => {
    expect(isRedirected({ "content-type": form, ...headers })).toBe(true);
    expect(isRedirected({ "content-type": "multipart/form-data; boundary=x", ...headers })).toBe(true);
    expect(isRedirected({ "content-type": "application/json; charset=utf-8", ...headers })).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ["a program sends no Accept", {}],
    ["a program takes anything", { accept: "*/*" }],
    ["Java sends its own Accept", { accept: java }],
    ["a program says text/html alone", { accept: "text/html" }],
    ["a program wants JSON first", { accept: `application/json,${chrome}` }],
    ["a script fetches it", { accept: chrome, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
    ["other fetch metadata is there without the mode", { accept: chrome, "sec-fetch-site": "cross-site" }],
    ["a navigation wants JSON", { accept: "application/json", "sec-fetch-mode": "navigate" }],
  ])("is answered with JSON if %s", (_what, headers) => {
    expect(isRedirected({ "content-type": form, ...headers })).toBe(false);
  });
});
