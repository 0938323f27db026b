import { expect, it } from "vitest";
import { findLeaks } from "./leaks";

it("finds a given secret, and anything that looks like a secret", () => {
  const log = ["all is well", "somebody wrote hunter2-hunter2", "eyJhbGciOiJub25lIn0.e30.x", "4111111111111111"].join(
    "\n",
  );
  expect(findLeaks(log, ["hunter2-hunter2"])).toHaveLength(3);
  expect(findLeaks("all is well", ["hunter2-hunter2", ""])).toEqual([]);
});
