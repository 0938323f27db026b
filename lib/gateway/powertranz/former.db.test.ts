import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { adoptTerminals } from "@/lib/acquirers/adopt-terminals";
import { db } from "@/lib/db/client";
import { isServed } from "@/lib/gateway/route";
import { findOrder } from "@/lib/gateway/terminals/terminal-store";
import { extendEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";

const used = "https://gateway.example.com/api/";
const unused = "https://staging.example.com/api/";
const served = { platform: "TT", currency: "TTD" } as const;
const formerly = { LIVE_ACQUIRER: "powertranz", POWERTRANZ_URL: used };

/** A terminal as the previous release stores it. */
async function addFormerTerminal(baseAddress: string): Promise<string> {
  const id = await addTerminal({ baseAddress });
  await db().terminal.update({ where: { id }, data: { position: null, sealedCredentials: null } });
  return id;
}

const placeOf = async (id: string) => (await db().terminal.findUniqueOrThrow({ where: { id } })).position;

beforeEach(() => {
  vi.spyOn(log, "warn").mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  extendEnv({ LIVE_ACQUIRER: "", POWERTRANZ_URL: "" });
  await db().terminal.deleteMany();
});

it("the terminals of the gateway that took live payments take them again, and the others wait", async () => {
  const [taken, waiting] = [await addFormerTerminal(used), await addFormerTerminal(unused)];
  expect(await isServed({ environment: "live", ...served })).toBe(false);
  extendEnv(formerly);
  await adoptTerminals();
  expect([await placeOf(taken), await placeOf(waiting)]).toEqual([1, 0]);
  expect(await findOrder(served)).toMatchObject([{ id: taken }]);
});

it("an order that the operator has set since is kept, whatever the variables say", async () => {
  const taken = await addFormerTerminal(used);
  extendEnv(formerly);
  await adoptTerminals();
  const chosen = await addTerminal({ baseAddress: unused });
  await adoptTerminals();
  expect([await placeOf(taken), await placeOf(chosen)]).toEqual([1, 2]);
});

it("a gateway that the variables name wrongly leaves the terminals waiting, and the process starts", async () => {
  const id = await addFormerTerminal(used);
  extendEnv({ ...formerly, POWERTRANZ_URL: "prod" });
  await adoptTerminals();
  expect(await placeOf(id)).toBeNull();
  expect(log.warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("names no gateway"));
});

it("where live payments were off, no terminal takes its place", async () => {
  const id = await addFormerTerminal(used);
  await adoptTerminals();
  extendEnv({ LIVE_ACQUIRER: "simulator", POWERTRANZ_URL: "" });
  await adoptTerminals();
  expect(await placeOf(id)).toBeNull();
});

it("a process that still has the variables says once that they are ignored", async () => {
  await adoptTerminals();
  expect(log.warn).not.toHaveBeenCalled();
  extendEnv(formerly);
  await adoptTerminals();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { ignored: ["LIVE_ACQUIRER", "POWERTRANZ_URL"] },
    expect.stringContaining("ignored"),
  );
});
