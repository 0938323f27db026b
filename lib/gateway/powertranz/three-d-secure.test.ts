import { describe, expect, it } from "vitest";
import { judgeAuthentication, readReturn } from "./three-d-secure";
import { readReturnedText } from "./wire/answers";

const identifier = "40511888-ad35-4bba-8dcb-214f493e185c";
const token = "token-1";
const strict = { allowsUnavailable: false, allowsUnsupported: false };
const defaults = { allowsUnavailable: false, allowsUnsupported: true };
const lenient = { allowsUnavailable: true, allowsUnsupported: true };

const returned = (isoCode: string, status?: string) => ({
  TransactionIdentifier: identifier,
  IsoResponseCode: isoCode,
  RiskManagement: {
    ThreeDSecure: { Eci: "05", DsTransId: "838c2d2b-0000-4000-8000-000000000000", AuthenticationStatus: status },
  },
});

function isAllowed(isoCode: string, status: string | undefined, policy = defaults, requiresAuthentication = false) {
  const response = readReturnedText(JSON.stringify(returned(isoCode, status)));
  if (!response) throw new Error("The return could not be read.");
  return judgeAuthentication(response, { policy, requiresAuthentication }).isAllowed;
}

describe("the 3DS policy", () => {
  it.each([
    ["Y", strict, true],
    ["A", strict, true],
    ["U", defaults, false],
    ["U", lenient, true],
    ["N", lenient, false],
    ["R", lenient, false],
    ["C", lenient, false],
    ["", lenient, false],
    [undefined, lenient, false],
  ] as const)("with status %s and %o decides %s", (status, policy, expected) => {
    expect(isAllowed("3D0", status, policy)).toBe(expected);
  });

  it("allows a card without 3DS by default, and refuses it if the operator says so", () => {
    expect(isAllowed("3D1", undefined, defaults)).toBe(true);
    expect(isAllowed("3D1", undefined, strict)).toBe(false);
  });

  it.each(["3D3", "3D6", "00", "97", "SP4"])("refuses the code %s, even with status Y", (code) => {
    expect(isAllowed(code, "Y", lenient)).toBe(false);
  });

  it.each([
    ["Y", "3D0", true],
    ["A", "3D0", false],
    ["U", "3D0", false],
    ["Y", "3D1", false],
  ] as const)("accepts only Y if the payer must be authenticated: %s with %s", (status, code, expected) => {
    expect(isAllowed(code, status, lenient, true)).toBe(expected);
  });
});

describe("the return from 3DS", () => {
  const charge = { transactionIdentifier: identifier, token };
  const fields = (changes: Record<string, string> = {}) => ({
    Response: JSON.stringify(returned("3D0", "Y")),
    TransactionIdentifier: identifier,
    SpiToken: token,
    ...changes,
  });

  it("is read if its identifiers and its token are those of the charge", () => {
    expect(readReturn(fields(), charge)).toMatchObject({ IsoResponseCode: "3D0" });
    expect(readReturn(fields({ TransactionIdentifier: identifier.toUpperCase() }), charge)).not.toBeNull();
  });

  it.each([
    ["another token", { SpiToken: "token-2" }],
    ["another identifier", { TransactionIdentifier: identifier.replace("4", "5") }],
    [
      "another identifier inside",
      { Response: JSON.stringify({ ...returned("3D0", "Y"), TransactionIdentifier: "x" }) },
    ],
    ["broken JSON", { Response: "{" }],
    ["no JSON object", { Response: '"Y"' }],
    ["no response", { Response: "" }],
  ])("is refused with %s", (_what, changes) => {
    expect(readReturn(fields(changes), charge)).toBeNull();
  });

  it("keeps a bank's message of at most 128 characters", () => {
    const long = { ...returned("3D0", "N") };
    Object.assign(long.RiskManagement.ThreeDSecure, { CardholderInfo: "x".repeat(500) });
    const response = readReturn(fields({ Response: JSON.stringify(long) }), charge);
    const demand = { policy: defaults, requiresAuthentication: false };
    expect(response && judgeAuthentication(response, demand).authentication.bankMessage).toBe("x".repeat(128));
  });
});
