import { expect, it } from "vitest";
import { parseUrl } from "./urls";

it("parses a URL with non-ASCII letters, also after many calls", () => {
  const looks = Array.from({ length: 50_000 }, (_, turn) =>
    parseUrl(turn % 2 ? "https://bücher.example/zurück?ü=1" : "https://shop.example/return"),
  );
  expect(looks.filter((url) => url === null)).toEqual([]);
  expect(looks[1]?.hostname).toBe("xn--bcher-kva.example");
});

it("returns null for text that is not a URL", () => {
  expect(["", "shop.example", "https://", "https://a b/"].map((text) => parseUrl(text))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(parseUrl("/a", "http://localhost")?.pathname).toBe("/a");
});
