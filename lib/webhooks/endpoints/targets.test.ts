import { Resolver } from "node:dns/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSender } from "@/lib/webhooks/delivery/send";
import { hostileTargets } from "@/tests/support/http/hostile-targets";
import { startNameServer } from "@/tests/support/http/name-server";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { askNameServers, readTarget } from "./targets";

/** Where a merchant may send us: never to what only we can reach. */

describe("an address", () => {
  it.each(hostileTargets)("%s is refused", (url) =>
    expect(() => readTarget(url, false)).toThrow("must be an https address"),
  );

  it.each(["https://example.com/", "https://example.com:8443/a?b=c", "https://8.8.8.8/", "https://[2606:4700::1111]/"])(
    "%s is taken",
    (url) => expect(readTarget(url, false).href).toBe(url),
  );

  it.each(["http://localhost:4000/", "http://127.0.0.1:4000/", "https://[::1]:4000/"])(
    "%s is taken in development alone",
    (url) => {
      expect(readTarget(url, true).href).toBe(url);
      expect(() => readTarget(url, false)).toThrow();
    },
  );

  it("in a private network is refused in development, too", () => {
    expect(() => readTarget("http://192.168.1.1/", true)).toThrow();
  });
});

describe("a name", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    receiver = await startReceiver(saying(200));
  });
  afterEach(() => receiver.close());

  const answered = { status: null, error: "The address cannot be reached." };
  const to = (host: string) => new URL(receiver.url.replace("127.0.0.1", host));
  const inside = { address: "127.0.0.1", family: 4 };
  /** Public, and given to nobody. */
  const outside = { address: "3ffe::1", family: 6 };

  it.each([
    ["a private address", async () => [inside]],
    ["a public and a private one", async () => [outside, inside]],
    ["the private one clothed as IPv6", async () => [{ address: "::ffff:127.0.0.1", family: 6 }]],
    ["nothing", async () => []],
    ["what cannot be found out", () => Promise.reject(new Error("ENOTFOUND inner.host"))],
  ])("that stands for %s is not connected to, and told of by one text", async (_what, resolve) => {
    const send = createSender({ resolve, mayBeLocal: false });
    expect(await send(to("rebind.example"), {}, "{}")).toMatchObject(answered);
    expect(receiver.connections).toBe(0);
    send.close();
  });

  it("that stands for something else each time it is looked up is connected to only where that was allowed", async () => {
    let looks = 0;
    const rebinding = async () => [looks++ % 2 === 0 ? outside : inside];
    const send = createSender({ resolve: rebinding, mayBeLocal: false, timeoutMs: 50 });
    for (let turn = 0; turn < 6; turn++) await send(to("rebind.example"), {}, "{}");
    expect(looks).toBe(6);
    expect(receiver.connections).toBe(0);
    send.close();
  });

  it.each([
    ["127.0.0.1", { status: 200, error: null }],
    ["10.0.0.1", answered],
  ])("is asked of the name servers, and stands for %s", async (address, reply) => {
    const server = await startNameServer(address);
    const servers = new Resolver();
    servers.setServers([server.address]);
    const send = createSender({ resolve: askNameServers(servers), mayBeLocal: true });
    expect(await send(to("hooks.example"), {}, "{}")).toMatchObject(reply);
    send.close();
    server.close();
  });

  it("written as a number is not looked up, and not connected to", async () => {
    const send = createSender({ mayBeLocal: false });
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "[::1]"]) {
      expect(await send(to(host), {}, "{}")).toMatchObject(answered);
    }
    expect(receiver.connections).toBe(0);
    send.close();
  });
});
