import { describe, expect, it } from "vitest";
import { startForTests } from "@/emulator/testing/start-for-tests";
import { passesLuhn } from "@/lib/kit/luhn";
import { call } from "@/tests/support/http/client";
import { emulatorCards } from "./cards";
import { powertranzEmulator } from "./emulator";
import { Merchant } from "./testing/merchant";

const emulator = await startForTests(powertranzEmulator);
const merchant = new Merchant(emulator.baseAddress);

async function control(method: string, path: string, body?: unknown) {
  const request = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${emulator.origin}/emulator${path}`, request);
  return { status: response.status, body: await response.json() };
}

describe("the control API", () => {
  it("changes dials, faults, outages and the clock, and a reset undoes everything", async () => {
    const before = (await control("GET", "/state")).body;
    await control("PATCH", "/dials", { usedToken: "same_answer" });
    await control("POST", "/faults", { endpoint: "alive", kind: "hang", times: 0 });
    await control("PUT", "/down", { mode: "http_503" });
    await control("POST", "/clock", { advanceMs: 60_000 });
    expect((await control("GET", "/state")).body).toMatchObject({
      dials: { usedToken: "same_answer" },
      faults: [{ endpoint: "alive", kind: "hang", times: 0 }],
      down: "http_503",
      clock: { offsetMs: 60_000 },
    });
    expect((await control("DELETE", "/faults")).body.faults).toEqual([]);
    expect((await control("PUT", "/down", { mode: null })).body.down).toBeNull();
    await control("POST", "/reset");
    const after = (await control("GET", "/state")).body;
    expect({ ...after, clock: null }).toEqual({ ...before, clock: null });
  });

  it("settles every sale and shows the sales without card data and tokens", async () => {
    const { id, token } = await merchant.buy("4012000000020071");
    const { body } = await control("POST", "/settle");
    expect(body.transactions).toMatchObject([
      { transactionIdentifier: id, isSettled: true, brand: "Visa", lastFour: "0071" },
    ]);
    expect(body).toEqual({ ...emulator.state(), clock: body.clock });
    const text = JSON.stringify(body);
    expect(text).not.toContain("4012000000020071");
    expect(text).not.toContain(token);
  });

  it("answers 400 with the reason, and 404 for unknown paths", async () => {
    expect(await control("PATCH", "/dials", { usedToken: 1 })).toMatchObject({ status: 400 });
    expect(await control("POST", "/faults", { endpoint: "alive" })).toMatchObject({ status: 400 });
    expect(await control("PUT", "/down", { mode: "gone" })).toMatchObject({ status: 400 });
    expect(await control("POST", "/clock", { advanceMs: "1" })).toMatchObject({ status: 400 });
    expect(await control("POST", "/faults", [])).toMatchObject({ status: 400 });
    expect(await control("GET", "/moon")).toMatchObject({ status: 404 });
  });

  it("refuses other sites in a developer's browser, also if their name leads to this machine", async () => {
    const { port, host } = new URL(emulator.origin);
    const json = { mode: "hang" };
    const put = async (headers: Record<string, string>, path = "/emulator/down", method = "PUT") =>
      (await call(emulator.origin, method, path, { ...(method === "PUT" && { json }), headers })).status;
    for (const foreign of [`evil.example:${port}`, "evil.example", `127.0.0.1.evil.example:${port}`, "x@y:z"]) {
      expect([foreign, await put({ host: foreign })]).toEqual([foreign, 403]);
      expect([foreign, await put({ host: foreign }, "/emulator/state", "GET")]).toEqual([foreign, 403]);
      expect([foreign, await put({ host: foreign }, "/emulator", "GET")]).toEqual([foreign, 403]);
    }
    for (const origin of [
      "https://evil.example",
      "null",
      `https://${host}`,
      "http://127.0.0.1",
      `http://evil.${host}`,
    ]) {
      expect([origin, await put({ origin })]).toEqual([origin, 403]);
    }
    expect(emulator.state().down).toBeNull();
    for (const own of [
      {},
      { origin: `http://${host}` },
      { host: `localhost:${port}`, origin: `http://localhost:${port}` },
    ]) {
      expect([own, await put(own)]).toEqual([own, 200]);
    }
    emulator.setDown(null);
  });

  it("has a button that takes the gateway down, and one that brings it up again", async () => {
    const { host } = new URL(emulator.origin);
    const press = (button: RegExpExecArray | null, origin = `http://${host}`) =>
      call(emulator.origin, "POST", "/emulator/down", {
        form: button ? { mode: button[1] ?? "" } : {},
        headers: { origin },
      });
    const page = async () => (await fetch(`${emulator.origin}/emulator`)).text();
    const takeDown = /<button name="mode" value="(\w+)">Take the gateway down/.exec(await page());
    expect((await press(takeDown, "https://evil.example")).status).toBe(403);
    expect(emulator.state().down).toBeNull();
    const { status, headers } = await press(takeDown);
    expect([status, headers.location]).toEqual([303, "/emulator"]);
    expect(emulator.state().down).toBe("refuse");
    expect(await page()).toContain("<button>Bring it up again</button>");
    await press(null);
    expect(emulator.state().down).toBeNull();
  });

  it("has a page with the terminals, cards, dials and transactions", async () => {
    const { id } = await merchant.buy("4012000000020071");
    const response = await fetch(`${emulator.origin}/emulator`);
    const page = await response.text();
    expect(response.headers.get("content-type")).toContain("text/html");
    for (const part of ["emulator-gateway-key", "4012000000020006", "duplicateIdentifier", id])
      expect(page).toContain(part);
  });
});

describe("the table of cards", () => {
  it("lists each number once, and gives every number that fails Luhn a twin that passes", () => {
    const numbers = emulatorCards.flatMap(({ number, twin }) => (twin ? [number, twin] : [number]));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { number, twin } of emulatorCards) expect(passesLuhn(twin ?? number), number).toBe(true);
  });
});
