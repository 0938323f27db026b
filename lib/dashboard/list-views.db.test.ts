import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { removeView, saveView } from "@/lib/members/saved-views";
import { viewsMax } from "@/lib/members/view-contract";
import { openTestAccount } from "@/tests/support/http/accounts";
import { readListViews, savableFilters } from "./list-views";
import type { Visit } from "./viewer";

async function openMember() {
  const { accountNumber: memberId } = await openTestAccount();
  await db().member.create({ data: { id: memberId, accountNumber: memberId, role: "owner", createdAt: now() } });
  const owner = { memberId, environment: "sandbox", list: "transactions" } as const;
  const visit = { viewer: { memberId }, environment: "sandbox", mode: "test" } as Visit;
  return { owner, read: (query = {}) => readListViews(visit, "transactions", query) };
}

it("a member's view of a list opens with its filters, which the address may change, and a second one of the same name replaces it", async () => {
  const { owner, read } = await openMember();
  await saveView(owner, { name: "Paid", filters: "status=paid&currency=TTD" });
  await saveView(owner, { name: "Paid", filters: "status=paid&currency=USD" });
  const { views } = await read();
  expect(views).toMatchObject({ views: [{ name: "Paid" }], filters: "", notice: null });
  const [{ id = "" } = {}] = views.views;
  expect(await read({ view: id })).toMatchObject({
    query: { status: "paid", currency: "USD" },
    views: { filters: "status=paid&currency=USD", notice: null },
  });
  expect((await read({ view: id, currency: "TTD" })).query).toEqual({ status: "paid", currency: "TTD" });
  await removeView(owner, id);
  expect((await read()).views.views).toEqual([]);
});

it("a view with foreign fields or values opens with the others and a notice, and so does a view of another member", async () => {
  const [{ owner, read }, other] = [await openMember(), await openMember()];
  const filters = "status=paid&role=owner&currency=EUR&search=ada@example.com&__proto__=1";
  const { memberId, environment, list } = owner;
  const { id } = await db().savedView.create({
    data: { id: newUlid(), memberId, environment, list, name: "Old", filters, createdAt: now() },
  });
  const opened = await read({ view: id });
  expect(opened.query).toEqual({ status: "paid" });
  expect(opened.views.notice).toMatch(/filters that this list does not have/);
  const foreign = await other.read({ view: id });
  expect(foreign).toMatchObject({ query: {}, views: { views: [], notice: expect.stringMatching(/not yours/) } });
  await expect(removeView(other.owner, id)).rejects.toMatchObject({ code: "invalid" });
  expect(savableFilters("transactions", filters)).toBe("status=paid");
  await expect(saveView(owner, { name: "Nothing", filters: "" })).rejects.toMatchObject({ code: "invalid" });
});

it(`a member has at most ${viewsMax} views of a list, also if they are saved at the same time`, async () => {
  const { owner, read } = await openMember();
  const names = Array.from({ length: viewsMax + 3 }, (_, index) => `View ${index}`);
  const saved = await Promise.allSettled(names.map((name) => saveView(owner, { name, filters: "status=paid" })));
  expect(saved.filter(({ status }) => status === "rejected")).toHaveLength(3);
  expect((await read()).views.views).toHaveLength(viewsMax);
});
