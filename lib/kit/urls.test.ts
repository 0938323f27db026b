import { expect, it } from "vitest";
import { hasEncodedUser, parseUrl, userOfAddress } from "./urls";

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

it("accepts an address whose user and password are percent-encoded, with one host or several", () => {
  const addresses = [
    "postgresql://u:p@db/tradewind",
    "postgresql://u:p%40s%2Fs%25@db1:5432,[::1]:5433/tradewind?target_session_attrs=read-write",
    "postgresql:///tradewind?host=/var/run/postgresql&user=me@example.com",
    "postgresql://me@%2Fvar%2Frun%2Fpostgresql/tradewind",
    // A URL has its host after the last `@`, so this one can be read.
    "postgresql://u:p@ss@db/tradewind",
    "smtps://shop%40example.com:secret@relay.example.com:465",
  ];
  expect(addresses.filter((address) => !hasEncodedUser(address))).toEqual([]);
});

it("refuses an address of which a part of the password could be read as host, port or path", () => {
  const passwords = ["p/ss", "12/ss", "p?ss", "p?ss=word", "p#ss", "100%", "p%zz"];
  const addresses = [
    ...passwords.map((password) => `postgresql://u:${password}@db/tradewind`),
    "postgresql://u:secret",
  ];
  expect(addresses.filter(hasEncodedUser)).toEqual([]);
});

it("takes everything up to the last @ of an address for its user", () => {
  expect(["smtp://u:p@s/s@relay", "smtp://relay"].map(userOfAddress)).toEqual(["u:p@s/s", ""]);
});
