import { afterAll, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/auth/authenticate";
import { day, hour, second } from "@/lib/kit/clock";
import { openTestAccount } from "@/tests/support/http/accounts";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { grantToken } from "./grant-token";
import { refreshToken } from "./refresh-token";
import { rotateSigningKey } from "./signing-keys";

// The next test file starts with an empty database, so the signing keys of this one must not stay in memory.
afterAll(rotateSigningKey);

const { pass } = movingClock();

async function signIn() {
  const { email, password } = await openTestAccount();
  return grantToken({ email, password, scopes: ["svc-user-all"] }, "203.0.113.1");
}

const authenticates = (token: string) =>
  authenticate({ authorization: `Bearer ${token}`, apiKey: null, clientAddress: "203.0.113.1" }).then(
    () => true,
    () => false,
  );

const refused = expect.objectContaining({ status: 401, publicMessage: "The refresh token is invalid." });

describe("a refresh token", () => {
  it("is exchanged for new tokens with the same scopes, and is then spent", async () => {
    const first = await signIn();
    pass(hour);
    const second = await refreshToken(first.refresh_token);
    expect(second).toMatchObject({ message: "OK", token_type: "Bearer", expires_in: 43_200 });
    expect(second.access_token).not.toBe(first.access_token);
    expect(await authenticates(second.access_token)).toBe(true);
    expect(await authenticates(first.access_token)).toBe(true);
  });

  it("returns the same new tokens to every request within ten seconds, also in parallel", async () => {
    const { refresh_token } = await signIn();
    pass(hour);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshToken(refresh_token)));
    pass(10 * second);
    answers.push(await refreshToken(refresh_token));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(1);
  });

  it("ends its whole family when it is reused later than that", async () => {
    const first = await signIn();
    const second_ = await refreshToken(first.refresh_token);
    pass(10 * second + 1);
    await expect(refreshToken(first.refresh_token)).rejects.toEqual(refused);
    await expect(refreshToken(second_.refresh_token)).rejects.toEqual(refused);
    expect(await authenticates(first.access_token)).toBe(false);
    expect(await authenticates(second_.access_token)).toBe(false);
  });

  it("ends its whole family when it is reused after its successor was used, even at once", async () => {
    const first = await signIn();
    const second_ = await refreshToken(first.refresh_token);
    await refreshToken(second_.refresh_token);
    await expect(refreshToken(first.refresh_token)).rejects.toEqual(refused);
    expect(await authenticates(second_.access_token)).toBe(false);
  });

  it("does not end other families of the account when it is reused", async () => {
    const { email, password } = await openTestAccount();
    const grant = () => grantToken({ email, password, scopes: ["svc-user-all"] }, "203.0.113.1");
    const [one, other] = [await grant(), await grant()];
    await refreshToken(one.refresh_token);
    pass(11 * second);
    await expect(refreshToken(one.refresh_token)).rejects.toEqual(refused);
    expect(await authenticates(other.access_token)).toBe(true);
  });

  it("lives six hours longer than its access token", async () => {
    const { access_token, refresh_token } = await signIn();
    pass(12 * hour - 1);
    expect(await authenticates(access_token)).toBe(true);
    pass(1);
    expect(await authenticates(access_token)).toBe(false);
    pass(6 * hour - 1);
    const next = await refreshToken(refresh_token);
    pass(18 * hour);
    await expect(refreshToken(next.refresh_token)).rejects.toEqual(refused);
  });

  it("expires 30 days after the grant despite refreshes, and no access token outlives that", async () => {
    let tokens = await signIn();
    for (let passed = 0; passed < 30 * day - 6 * hour; passed += 6 * hour) {
      pass(6 * hour);
      tokens = await refreshToken(tokens.refresh_token);
    }
    expect(tokens.expires_in).toBe(6 * 3600);
    const { exp, iat } = JSON.parse(Buffer.from(tokens.access_token.split(".")[1] ?? "", "base64url").toString());
    expect(exp - iat).toBe(6 * 3600);
    pass(6 * hour - 1);
    expect(await authenticates(tokens.access_token)).toBe(true);
    const last = await refreshToken(tokens.refresh_token);
    pass(1);
    expect([await authenticates(tokens.access_token), await authenticates(last.access_token)]).toEqual([false, false]);
    await expect(refreshToken(last.refresh_token)).rejects.toEqual(refused);
    await expect(refreshToken(tokens.refresh_token)).rejects.toEqual(refused);
  });

  it.each(["", "nonsense", `refresh_${"A".repeat(26)}_1_${"x".repeat(43)}`])("is refused as %j", async (token) => {
    await expect(refreshToken(token)).rejects.toEqual(refused);
  });

  it("cannot be forged for another generation", async () => {
    const { refresh_token } = await signIn();
    const ahead = refresh_token.replace(/_1_/, "_2_");
    expect(ahead).not.toBe(refresh_token);
    await expect(refreshToken(ahead)).rejects.toEqual(refused);
    await expect(refreshToken(refresh_token)).resolves.toBeTruthy();
  });
});
