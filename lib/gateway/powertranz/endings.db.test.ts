import { expect, it } from "vitest";
import type { Fault } from "@/emulator/powertranz/faults";
import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { declineCodes, declineOf } from "@/lib/reference/decline-codes";
import { recordOf } from "@/tests/support/in-process/checkout";
import { describeLiveEndings } from "@/tests/support/live-suites/endings";
import type { GatewayAnswer } from "./transport/transport";
import { codes, partialCodes, unknownCodes } from "./wire/answers";

type Answer = Pick<Fault, "kind" | "code">;

/** One code of each category, because the product treats the codes of a category alike. */
const declines = [...new Map(declineCodes.map((code) => [declineOf(code).category, code])).values()];
const everyCode = [
  ...new Set([...Object.values(codes), ...partialCodes, ...unknownCodes, ...declines, "ZZ", "", "3D3"]),
];

/** Every answer that the adapter tells apart. The type makes a new kind of answer fail here until it is listed. */
const answersOf: Record<GatewayAnswer["kind"], readonly Answer[]> = {
  answer: [
    ...everyCode.map((code) => ({ kind: "code", code }) as const),
    { kind: "wrong_amount" },
    { kind: "wrong_identifier" },
  ],
  absent: [{ kind: "http_404_empty" }],
  empty: [{ kind: "null" }, { kind: "null_after" }],
  silent: [
    { kind: "hang" },
    { kind: "lost_before" },
    { kind: "lost_after" },
    { kind: "http_500_after" },
    { kind: "html" },
  ],
  // A call that is not sent depends on the whole gateway, not on one call: see outage.deep.test.ts.
  unsent: [],
};

const { emulator, payWith, expectEnd } = describeLiveEndings(powertranzKit, {
  every: Object.values(answersOf).flat(),
  voidCodes: ["94", "96", "ZZ"],
});

it("if payment and inquiry get the code 94, the payment ends within 15 minutes, too", async () => {
  emulator().addFault({ endpoint: "transaction", kind: "code", code: "94", times: 0 });
  const session = await payWith({ kind: "code", code: "94" });
  await expectEnd(session);
  expect(await recordOf(session)).not.toMatchObject({ status: "success" });
});
