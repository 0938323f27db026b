import { beforeAll, expect, it } from "vitest";
import { hour, minute } from "@/lib/kit/clock";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { cardsCall, charge, storeCard, vaultOf, verify } from "@/tests/support/http/card-requests";
import { moveClock } from "@/tests/support/http/payments";

/** Tests of verifying a stored card with the amount of its micro-charge. */
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const message = async (reply: ReturnType<typeof verify>) => {
  const { status, body } = await reply;
  return [status, body.message];
};
const missing = [404, "Not Found"];
const unknown = [400, "The selected uuid is invalid."];

const wrong = (triesLeft: number) => [400, { message: "The amount is incorrect.", tries_left: triesLeft }];
const tried = async (uuid: string, amount: unknown) => {
  const { status, body } = await verify(merchant, uuid, amount);
  return [status, body];
};

it.each([
  ["a number", '{"environment":"sandbox","amount":1.5}'],
  ["a number with its cents", '{"environment":"sandbox","amount":1.50}'],
  ["text", '{"environment":"sandbox","amount":"1.50"}'],
  ["a form", "environment=sandbox&amount=1.5"],
])("verify accepts the amount as %s, and returns the card", async (_how, raw) => {
  const { uuid } = await storeCard(merchant, { cents: 150n });
  const type = raw.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
  const send = () =>
    cardsCall(merchant, "POST", `/${uuid}/verify`, undefined, { raw, headers: { "content-type": type } });
  const reply = await send();
  const data = (await cardsCall(merchant, "GET", `/${uuid}?environment=sandbox`)).body.data;
  expect([reply.status, reply.body]).toEqual([200, { message: "OK", data }]);
  expect(data).toMatchObject({ uuid, verified: true });
  expect(await message(send())).toEqual([403, "The card has already been verified."]);
});

it("only well-formed wrong amounts count, and the third deletes the card and its number", async () => {
  const { uuid, transactionId } = await storeCard(merchant, { cents: 150n });
  expect(await tried(uuid, "1.51")).toEqual(wrong(2));
  for (const none of ["1,50", "-1.50", "+1.50", "1.500", "1e0", "", null, ["1.50"]]) {
    const [status, body] = await tried(uuid, none);
    expect([none, status, body.errors]).toEqual([none, 400, { amount: [expect.any(String)] }]);
  }
  expect(await tried(uuid, 0)).toEqual(wrong(1));
  expect(await tried(uuid, "150")).toEqual(wrong(0));
  expect(await message(verify(merchant, uuid, "1.50"))).toEqual(unknown);
  expect(await message(charge(merchant, uuid))).toEqual(unknown);
  expect(await message(cardsCall(merchant, "GET", `/${uuid}?environment=sandbox`))).toEqual(missing);
  expect(await vaultOf(transactionId)).toEqual(["shredded"]);
});

it("verify is refused after 72 hours of the session's clock", async () => {
  const [soon, late] = [await storeCard(merchant, { cents: 150n }), await storeCard(merchant, { cents: 150n })];
  await moveClock(soon.token, { advance_ms: 72 * hour - minute });
  expect((await verify(merchant, soon.uuid, "1.50")).status).toBe(200);
  await moveClock(late.token, { advance_ms: 72 * hour });
  expect(await message(verify(merchant, late.uuid, "1.50"))).toEqual([403, "The time to verify this card is over."]);
});
