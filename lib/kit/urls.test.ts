import { expect, it } from "vitest";
import { parseUrl } from "./urls";

it("reads an address with letters of other alphabets, however often it is asked", () => {
  const looks = Array.from({ length: 50_000 }, (_, turn) =>
    parseUrl(turn % 2 ? "https://bücher.example/zurück?ü=1" : "https://shop.example/return"),
  );
  expect(looks.filter((url) => url === null)).toEqual([]);
  expect(looks[1]?.hostname).toBe("xn--bcher-kva.example");
});

it("reads what is no address as nothing", () => {
  expect(["", "shop.example", "https://", "https://a b/"].map((text) => parseUrl(text))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(parseUrl("/a", "http://localhost")?.pathname).toBe("/a");
});
