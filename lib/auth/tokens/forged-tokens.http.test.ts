import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { grant, openTestAccount } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { signingKey, verificationKey } from "./signing-keys";

const { roomy, publicUrl } = inject("product");
const account = await openTestAccount();
const { access_token, refresh_token } = (await grant(account, ["svc-user-retrieve"])).body;
const [head, claims, signature] = access_token.split(".");
const header = JSON.parse(Buffer.from(head, "base64url").toString());
const payload = JSON.parse(Buffer.from(claims, "base64url").toString());
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const stranger = generateKeyPairSync("ed25519").privateKey;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const own = await signingKey();
const publicKey = await verificationKey(own.kid);
if (!publicKey) throw new Error("Our own key is unknown.");
const publicBytes = Buffer.from(await crypto.subtle.exportKey("spki", publicKey));

const signedBy = (
  key: typeof stranger,
  changedHeader: object,
  changedPayload: object,
  algorithm: string | null = null,
) => {
  const text = `${encode({ ...header, ...changedHeader })}.${encode({ ...payload, ...changedPayload })}`;
  return `${text}.${sign(algorithm, Buffer.from(text), key).toString("base64url")}`;
};
/** Signs a token with the product's own key, so that only the changed header or claim is wrong. */
const signedByUs = async (changedHeader: object, changedPayload: object) => {
  const text = `${encode({ ...header, ...changedHeader })}.${encode({ ...payload, ...changedPayload })}`;
  const bytes = await crypto.subtle.sign("Ed25519", own.privateKey, Buffer.from(text));
  return `${text}.${Buffer.from(bytes).toString("base64url")}`;
};
const hmac = (algorithm: string) => {
  const text = `${encode({ ...header, alg: algorithm })}.${claims}`;
  return `${text}.${createHmac("sha256", publicBytes).update(text).digest("base64url")}`;
};
const now = Math.floor(Date.now() / 1000);

const forgeries: [string, string][] = [
  ["with alg none", `${encode({ ...header, alg: "none" })}.${claims}.`],
  ["with alg none and a signature", `${encode({ ...header, alg: "none" })}.${claims}.${signature}`],
  ["with our public key as an HMAC secret", hmac("HS256")],
  ["with RS256", signedBy(rsa, { alg: "RS256" }, {}, "sha256")],
  ["signed by another key under our kid", signedBy(stranger, {}, {})],
  ["signed by another key under its own kid", signedBy(stranger, { kid: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, {})],
  ...["../../dev/null", "' OR '1'='1", "https://evil.example/jwks.json", "", 7, null].map((kid): [string, string] => [
    `signed by another key under the kid ${JSON.stringify(kid)}`,
    signedBy(stranger, { kid }, {}),
  ]),
  ["that names a key set", signedBy(stranger, { jku: "https://evil.example/jwks.json" }, {})],
  ["that contains its own key", signedBy(stranger, { kid: undefined, jwk: stranger.export({ format: "jwk" }) }, {})],
  ["with scopes added", `${head}.${encode({ ...payload, scope: "svc-user-all svc-accounts-all" })}.${signature}`],
  ["with another account", `${head}.${encode({ ...payload, sub: "1234567890" })}.${signature}`],
  ["with the claims of a later expiry", `${head}.${encode({ ...payload, exp: payload.exp + 60 })}.${signature}`],
  ["with the signature cut", `${head}.${claims}.${signature.slice(0, -4)}`],
  ["without a signature", `${head}.${claims}.`],
  ["of another type", await signedByUs({ typ: "JWT" }, {})],
  ["without a type", await signedByUs({ typ: undefined }, {})],
  ["that has expired", await signedByUs({}, { iat: now - 50_000, exp: now - 1 })],
  ["without an expiry", await signedByUs({}, { exp: undefined })],
  ["for another audience", await signedByUs({}, { aud: publicUrl })],
  ["of another issuer", await signedByUs({}, { iss: "https://evil.example" })],
  ["not valid yet", await signedByUs({}, { nbf: now + 600 })],
  ["of an unknown family", await signedByUs({}, { sid: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })],
  ["with a critical extension", await signedByUs({ crit: ["exp2"], exp2: 1 }, {})],
  ["that is a refresh token", refresh_token],
];

describe("a forged access token", () => {
  it.each(forgeries)("%s answers 401", async (_case, token) => {
    const { status, body } = await call(roomy, "GET", "/api/user/api-keys", { token });
    expect([status, body]).toEqual([401, { message: "Unauthorized" }]);
  });

  it("is refused as a refresh token, as is a genuine access token", async () => {
    const json = { refresh_token: access_token };
    const { status, body } = await call(roomy, "POST", "/api/auth/tokens/refresh", { json });
    expect([status, body.message]).toEqual([401, "The refresh token is invalid."]);
  });

  it("is refused for its forgery alone: a genuine token is accepted", async () => {
    expect((await call(roomy, "GET", "/api/user/api-keys", { token: access_token })).status).toBe(200);
    expect((await call(roomy, "GET", "/api/user/api-keys", { token: await signedByUs({}, {}) })).status).toBe(200);
  });
});
