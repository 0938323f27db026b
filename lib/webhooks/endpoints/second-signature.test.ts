import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chooseSecondSignature, type SecondSignature, secondHeaders } from "./second-signature";

const before: SecondSignature = {
  covers: "timestamp_body",
  signatureHeader: "X-Shop-Signature",
  timestampHeader: "X-Shop-Timestamp",
  eventHeader: "X-Shop-Event",
  idHeader: null,
  versionHeader: null,
};

describe("changing the second signature", () => {
  it("leaves it unchanged if no field of it is given", () => {
    expect(chooseSecondSignature(before, {})).toBeUndefined();
    expect(chooseSecondSignature(null, {})).toBeUndefined();
  });

  it("removes it with all header names if it is set to none, whatever else is given", () => {
    expect(chooseSecondSignature(before, { second_signature: "none", signature_header: "X-Other" })).toBeNull();
  });

  it("replaces every header name if second_signature is given", () => {
    expect(chooseSecondSignature(before, { second_signature: "body", signature_header: "X-New" })).toEqual({
      covers: "body",
      signatureHeader: "X-New",
      timestampHeader: null,
      eventHeader: null,
      idHeader: null,
      versionHeader: null,
    });
  });

  it("changes only the given headers if second_signature is not given", () => {
    expect(chooseSecondSignature(before, { id_header: "X-Shop-Id" })).toEqual({ ...before, idHeader: "X-Shop-Id" });
  });

  it.each([
    ["a header without a second signature", null, { id_header: "X-Id" }, "The second signature field is required."],
    ["no signature header", null, { second_signature: "body" }, "The signature header field is required."],
    [
      "a signed timestamp without its header",
      before,
      { second_signature: "timestamp_body", signature_header: "X-Shop-Signature" },
      "The timestamp header field is required.",
    ],
    [
      "the same header twice in different case",
      null,
      { second_signature: "body", signature_header: "X-Shop", timestamp_header: "X-SHOP" },
      "The timestamp header must differ from the other headers.",
    ],
    [
      "a header that the endpoint already uses",
      before,
      { id_header: "X-shop-event" },
      "The id header must differ from the other headers.",
    ],
    [
      "a header of our API",
      null,
      { second_signature: "body", signature_header: "X-Svc-Key" },
      "The signature header must not be a header of the Tradewind API.",
    ],
  ] as const)("is refused with %s", (_case, stored, fields, message) => {
    expect(() => chooseSecondSignature(stored, fields)).toThrow(message);
  });
});

describe("the headers of a second signature", () => {
  const sent = { id: "evt_1", event: "payment.success", timestamp: "1794700800", body: '{"name":"Zoë"}' };
  const hmac = (content: string) => createHmac("sha256", "whsec_c2VjcmV0").update(content).digest("hex");

  it("sign the body alone, or the timestamp, a dot and the body, with the whole secret as key", () => {
    const body = { ...before, covers: "body" as const, timestampHeader: null, eventHeader: null };
    expect(secondHeaders(body, sent, "whsec_c2VjcmV0")).toEqual({ "X-Shop-Signature": `sha256=${hmac(sent.body)}` });
    expect(secondHeaders({ ...before, idHeader: "X-Shop-Id" }, sent, "whsec_c2VjcmV0")).toEqual({
      "X-Shop-Signature": `sha256=${hmac(`1794700800.${sent.body}`)}`,
      "X-Shop-Timestamp": "1794700800",
      "X-Shop-Event": "payment.success",
      "X-Shop-Id": "evt_1",
    });
  });
});
