import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { storedDigest } from "@/lib/kit/secrets/crypto";
import { act, type Browser, cookieOf, enter, open, signIn } from "@/tests/support/http/dashboard";
import { withSecondFactor } from "@/tests/support/in-process/second-factor";

/** An attacker who knows the password, and guesses the code from many addresses of one network. */
const guessesPerSignIn = 5;
const guessesPerNetwork = 10;

let victim: Awaited<ReturnType<typeof withSecondFactor>>;
beforeAll(async () => {
  victim = await withSecondFactor();
});

let lastHost = 0;
const fromNetwork = ({ cookie }: Browser): Browser => ({
  cookie,
  address: `198.51.100.${++lastHost % 250}`,
});
const guess = (browser: Browser, code = "000000") => enter("second-factor", { code }, browser);

/** How many codes were compared and wrong, of all networks. */
async function failuresOf({ accountNumber }: { accountNumber: string }): Promise<number> {
  const emailDigest = new Uint8Array(storedDigest("sign-in email", `second factor ${accountNumber}`));
  const row = await db().signInTry.findUnique({ where: { emailDigest_network: { emailDigest, network: "*" } } });
  return row?.failures ?? 0;
}

it("50 guesses at once after one sign-in are five guesses, and then the right code is refused as well", async () => {
  const pending = await signIn(victim.account);
  const replies = await Promise.all(Array.from({ length: 50 }, () => guess(fromNetwork(pending))));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await failuresOf(victim.account)).toBe(guessesPerSignIn);
  const right = await guess(fromNetwork(pending), victim.nextCode());
  expect([right.status, cookieOf(right)]).toEqual([401, ""]);
  expect((await open(pending, "/dashboard/test")).status).toBe(307);
  expect((await act(pending, "end-sessions")).status).toBe(401);
});

it("guesses at once after several sign-ins are no more than ten from one network", async () => {
  const { account } = await withSecondFactor();
  const pending = await Promise.all(Array.from({ length: 4 }, () => signIn(account)));
  const guesses = pending.flatMap((browser) =>
    Array.from({ length: guessesPerSignIn }, () => guess(fromNetwork(browser))),
  );
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
  expect(await failuresOf(account)).toBe(guessesPerNetwork);
});
