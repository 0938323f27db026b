import { expect, inject, it } from "vitest";
import { newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { burningSvg, sendPictureOnce, twoHalves } from "@/tests/support/http/pictures";
import { startOwnClock } from "@/tests/support/in-process/stolen-time";

const { roomy } = inject("product");

it("a normal upload finishes within 3 seconds while four malicious ones are drawn", async () => {
  const [bomber, merchant] = [await newMerchant(), await newMerchant()];
  const timed = async <Result>(work: Promise<Result>) => {
    const [startedAt, elapsedMs] = [performance.now(), startOwnClock()];
    return { ...(await work), elapsedMs: elapsedMs(), wallMs: performance.now() - startedAt };
  };
  const bombs = Array.from({ length: 4 }, () => timed(sendPictureOnce("POST", burningSvg(), bomber)));
  const [upload, profile] = await Promise.all([
    timed(sendPictureOnce("POST", await twoHalves().png().toBuffer(), merchant)),
    timed(call(roomy, "GET", "/api/user/", { token: merchant.token })),
  ]);
  expect([upload.status, profile.status]).toEqual([201, 200]);
  expect(Math.max(upload.elapsedMs, profile.elapsedMs)).toBeLessThan(3_000);
  for (const { status, body, wallMs } of await Promise.all(bombs)) {
    // Every malicious SVG ran until its timeout. On a busy machine it counts as starved (503), else as unreadable.
    expect([400, 503]).toContain(status);
    expect(["The picture could not be read.", "Service Unavailable"]).toContain(body.message);
    expect(wallMs).toBeGreaterThan(2_000);
  }
  const { body } = await call(roomy, "GET", "/api/user/", { token: bomber.token });
  expect(body.data.profile_picture).toBeNull();
});
