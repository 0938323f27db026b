import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/http/message/caller";
import { chooseEnvironment } from "./guards";

const bearer: Caller = {
  accountNumber: "2000000000",
  accountType: "BUSINESS",
  homePlatform: "TT",
  platforms: ["TT"],
  canGoLive: true,
  scopes: new Set(),
  credential: { kind: "bearer", familyId: "x" },
};
const keyOf = (environment: "live" | "sandbox"): Caller => ({
  ...bearer,
  credential: { kind: "api-key", kid: "k", environment },
});
const confined: Caller = { ...bearer, canGoLive: false };

describe("the environment a request acts on", () => {
  it("is live for a bearer token that names none, or sandbox where the account is confined to it", () => {
    expect(chooseEnvironment(bearer, {})).toBe("live");
    expect(chooseEnvironment(confined, {})).toBe("sandbox");
  });

  it("is the one that the query or body names with a bearer token", () => {
    expect(chooseEnvironment(bearer, { query: { environment: "sandbox" } })).toBe("sandbox");
    expect(chooseEnvironment(bearer, { body: { environment: "sandbox" } })).toBe("sandbox");
    const both = { query: { environment: "live" }, body: { environment: "sandbox" } };
    expect(() => chooseEnvironment(bearer, both)).toThrowError(expect.objectContaining({ status: 400 }));
  });

  it("is the key's own, and the other one is forbidden", () => {
    expect(chooseEnvironment(keyOf("sandbox"), {})).toBe("sandbox");
    expect(chooseEnvironment(keyOf("live"), { query: { environment: "live" } })).toBe("live");
    for (const [own, other] of [
      ["live", "sandbox"],
      ["sandbox", "live"],
    ] as const) {
      expect(() => chooseEnvironment(keyOf(own), { query: { environment: other } })).toThrowError(
        expect.objectContaining({ status: 403 }),
      );
    }
  });

  it("is never live for an account confined to sandbox", () => {
    expect(() => chooseEnvironment(confined, { query: { environment: "live" } })).toThrowError(
      expect.objectContaining({ status: 403 }),
    );
  });
});
