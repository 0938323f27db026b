import { afterAll, describe, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { day } from "@/lib/kit/clock";
import { signIn } from "@/lib/members/sign-in";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { lockOutMs, unlockSignIn } from "./sign-in-attempts";

// The next test file starts with an empty database, so the signing keys of this one must not stay in memory.
afterAll(rotateSigningKey);

const { pass } = movingClock();

const home = "203.0.113.7";
const elsewhere = (network: number) => `198.51.${network}.1`;

type Account = { email: string; password: string };
const attemptSignIn = ({ email, password }: Account, address = home) =>
  grantToken({ email, password, scopes: ["svc-user-all"] }, address).then(
    () => "in",
    (error) => error.publicMessage as string,
  );
const fail = async ({ email }: Account, count: number, address = home) => {
  for (let turn = 0; turn < count; turn++) await attemptSignIn({ email, password: "wrong-password" }, address);
};
const refusal = "The user credentials were incorrect.";

describe("the lock-out", () => {
  it("starts after ten failures from one network, lasts thirty minutes, and answers like a wrong password", async () => {
    const account = await openTestAccount();
    await fail(account, 10);
    expect(await attemptSignIn(account)).toBe(refusal);
    expect(await attemptSignIn(account, "203.0.113.200")).toBe(refusal);
    pass(lockOutMs - 1);
    expect(await attemptSignIn(account)).toBe(refusal);
    pass(1);
    expect(await attemptSignIn(account)).toBe("in");
  });

  it("does not start after nine failures, and a success resets the count", async () => {
    const account = await openTestAccount();
    await fail(account, 9);
    expect(await attemptSignIn(account)).toBe("in");
    await fail(account, 9);
    expect(await attemptSignIn(account)).toBe("in");
  });

  it("forgets failures that are older than thirty minutes", async () => {
    const account = await openTestAccount();
    await fail(account, 9);
    pass(lockOutMs);
    await fail(account, 9);
    expect(await attemptSignIn(account)).toBe("in");
  });

  it("of one network does not affect other networks", async () => {
    const account = await openTestAccount();
    await fail(account, 12);
    expect(await attemptSignIn(account, elsewhere(1))).toBe("in");
  });

  it("starts after fifty failures from all networks, except for a network with a recent success", async () => {
    const account = await openTestAccount();
    expect(await attemptSignIn(account, home)).toBe("in");
    pass(29 * day);
    for (let network = 0; network < 10; network++) await fail(account, 5, elsewhere(network));
    expect(await attemptSignIn(account, elsewhere(99))).toBe(refusal);
    expect(await attemptSignIn(account, home)).toBe("in");
    pass(lockOutMs);
    expect(await attemptSignIn(account, elsewhere(99))).toBe("in");
  });

  it("never starts for the public sandbox, whose password is published", async () => {
    await seedSandbox();
    const account = { email: sandbox.person.email, password: sandbox.password };
    await fail(account, 11);
    expect(await attemptSignIn(account)).toBe("in");
    const browser = { clientAddress: home, userAgent: "" };
    await fail(account, 11);
    await expect(signIn(account, browser)).resolves.toMatchObject({ awaitsSecondFactor: false });
  });

  it("can be lifted by the operator", async () => {
    const account = await openTestAccount();
    await fail(account, 11);
    await unlockSignIn(account.email);
    expect(await attemptSignIn(account)).toBe("in");
  });
});
