import { Resolver } from "node:dns/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSender } from "@/lib/webhooks/delivery/send";
import { hostileTargets } from "@/tests/support/http/hostile-targets";
import { startNameServer } from "@/tests/support/http/name-server";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { askNameServers, readTarget } from "./targets";

describe("the URL of an endpoint", () => {
  it.each(hostileTargets)("%s is refused", (url) =>
    expect(() => readTarget(url, { mayBeLocal: false })).toThrow("must be an https address"),
  );

  it.each(["https://example.com/", "https://example.com:8443/a?b=c", "https://8.8.8.8/", "https://[2606:4700::1111]/"])(
    "%s is accepted",
    (url) => expect(readTarget(url, { mayBeLocal: false }).href).toBe(url),
  );

  it.each(["http://localhost:4000/", "http://127.0.0.1:4000/", "https://[::1]:4000/"])(
    "%s is accepted in development only",
    (url) => {
      expect(readTarget(url, { mayBeLocal: true }).href).toBe(url);
      expect(() => readTarget(url, { mayBeLocal: false })).toThrow();
    },
  );

  it("is refused in development, too, if it lies in a private network", () => {
    expect(() => readTarget("http://192.168.1.1/", { mayBeLocal: true })).toThrow();
  });
});

describe("a host name", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    receiver = await startReceiver(saying(200));
  });
  afterEach(() => receiver.close());

  const unreachable = { status: null, error: "The address cannot be reached." };
  const to = (host: string) => new URL(receiver.url.replace("127.0.0.1", host));
  const inside = { address: "127.0.0.1", family: 4 };
  /** A public address that is assigned to no host. */
  const outside = { address: "3ffe::1", family: 6 };

  it.each([
    ["a private address", async () => [inside]],
    ["a public and a private address", async () => [outside, inside]],
    ["a private address mapped into IPv6", async () => [{ address: "::ffff:127.0.0.1", family: 6 }]],
    ["no address", async () => []],
    ["a DNS error", () => Promise.reject(new Error("ENOTFOUND inner.host"))],
  ])("that resolves to %s is not connected to, and the error is always the same", async (_case, resolve) => {
    const send = createSender({ resolve, mayBeLocal: false });
    expect(await send(to("rebind.example"), {}, "{}")).toMatchObject(unreachable);
    expect(receiver.connections).toBe(0);
    send.close();
  });

  it("that resolves to another address each time never leads to a private address", async () => {
    let lookups = 0;
    const rebinding = async () => [lookups++ % 2 === 0 ? outside : inside];
    const send = createSender({ resolve: rebinding, mayBeLocal: false, timeoutMs: 50 });
    for (let turn = 0; turn < 6; turn++) await send(to("rebind.example"), {}, "{}");
    expect(lookups).toBe(6);
    expect(receiver.connections).toBe(0);
    send.close();
  });

  it.each([
    ["127.0.0.1", { status: 200, error: null }],
    ["10.0.0.1", unreachable],
  ])("is resolved by the name servers, and the address is checked: %s", async (address, reply) => {
    const server = await startNameServer(address);
    const servers = new Resolver();
    servers.setServers([server.address]);
    const send = createSender({ resolve: askNameServers(servers), mayBeLocal: true });
    expect(await send(to("hooks.example"), {}, "{}")).toMatchObject(reply);
    send.close();
    server.close();
  });

  it("that is a private IP address is refused without a lookup", async () => {
    const send = createSender({ mayBeLocal: false });
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "[::1]"]) {
      expect(await send(to(host), {}, "{}")).toMatchObject(unreachable);
    }
    expect(receiver.connections).toBe(0);
    send.close();
  });
});
