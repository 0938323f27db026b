import { expect, it } from "vitest";
import { browserName } from "./browser-name";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webKit} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox on macOS"],
  ["curl/8.5.0", "Unknown browser"],
  ["", "Unknown browser"],
])("names the browser and the system of %j", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
