import { describe, expect, it } from "vitest";
import { canonicalAddress, canonicalCidr, isInside, isRangeInside } from "./addresses";

describe("an IP range", () => {
  it.each([
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["203.0.113.9", "203.0.113.9/32"],
    ["10.0.0.5/8", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::/32", "2001:db8::/32"],
    ["::1", "::1/128"],
    ["::ffff:127.0.0.0/104", "127.0.0.0/8"],
  ])("%s has the canonical form %s", (text, canonical) => expect(canonicalCidr(text)).toBe(canonical));

  it.each([
    "",
    "any",
    "1",
    "0x7f.1",
    "010.0.0.1",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113.0/8/8",
    "::1/129",
    "fe80::1%eth0",
    "::ffff:1.2.3.4/90",
  ])("%j is refused", (text) => expect(canonicalCidr(text)).toBeNull());

  it("contains its addresses in every notation, IPv4-mapped IPv6 included", () => {
    expect(isInside("203.0.113.9", ["203.0.113.0/24"])).toBe(true);
    expect(isInside("::ffff:203.0.113.9", ["203.0.113.0/24"])).toBe(true);
    expect(isInside("2001:db8::5", ["203.0.113.0/24", "2001:db8::/32"])).toBe(true);
    expect(isInside("203.0.114.9", ["203.0.113.0/24"])).toBe(false);
    expect(isInside("nonsense", ["0.0.0.0/0"])).toBe(false);
    expect(canonicalAddress("::ffff:203.0.113.9")).toBe("203.0.113.9");
  });

  it.each([
    ["203.0.113.0/24", ["203.0.113.0/24"], true],
    ["203.0.113.9/32", ["198.51.100.0/24", "203.0.113.0/24"], true],
    ["203.0.112.0/23", ["203.0.113.0/24"], false],
    ["203.0.112.0/23", ["203.0.112.0/24", "203.0.113.0/24"], false],
    ["0.0.0.0/0", ["::/0"], false],
    ["2001:db8:1::/48", ["2001:db8::/32"], true],
    ["203.0.113.0/24", [], false],
  ])("%s is inside one of %j: %s", (cidr, cidrs, expected) => expect(isRangeInside(cidr, cidrs)).toBe(expected));
});
