import { describe, expect, it } from "vitest";
import { addressBlock, clientAddress } from "./client-address";

const proxies = ["10.0.0.0/8", "::1/128"];

describe("the client's address", () => {
  it.each([
    ["the socket's, without a trusted proxy", "203.0.113.9", "1.2.3.4", "203.0.113.9"],
    ["the last hop before a trusted proxy", "10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    ["the first hop that is not trusted, through a chain", "::1", "6.6.6.6, 203.0.113.9, 10.2.3.4", "203.0.113.9"],
    ["the proxy's own where the header is missing", "10.0.0.1", "", "10.0.0.1"],
    ["the proxy's own where the header is nonsense", "10.0.0.1", "unknown", "10.0.0.1"],
    ["the plain IPv4 address of an IPv4-mapped one", "::ffff:203.0.113.9", "", "203.0.113.9"],
  ])("is %s", (_what, socket, header, expected) => {
    expect(clientAddress(socket, header, proxies)).toBe(expected);
  });

  it("counts IPv6 by /64 and IPv4 by address", () => {
    expect(addressBlock("2001:db8:1:2:3:4:5:6")).toBe(addressBlock("2001:db8:1:2:ffff::1"));
    expect(addressBlock("2001:db8:1:3::1")).not.toBe(addressBlock("2001:db8:1:2::1"));
    expect(addressBlock("203.0.113.9")).not.toBe(addressBlock("203.0.113.10"));
  });
});
