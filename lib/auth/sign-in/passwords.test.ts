import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProduction } from "@/tests/support/http/production";
import { passwordProblem } from "./passwords";

const cardKeys = { CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}` };
const email = "grace.hopper@navy.example";
const common = "is one of the most common passwords. Choose another one.";
const own = "must not contain your email address.";

describe("in production a new password", () => {
  let leave = () => {};
  beforeEach(() => {
    leave = inProduction(cardKeys);
  });
  afterEach(() => leave());

  it.each(["Password1234!", "password123456", "SUNFLOWER-2026", "Qwertyuiop12", "iloveyou!!!2026", "1q2w3e4r5t6y"])(
    "cannot be a common one, even with digits and punctuation appended: %s",
    (password) => {
      expect(passwordProblem(password, [email])).toBe(common);
    },
  );

  it.each(["Grace.Hopper-1906", "xx-grace.hopper@navy.example-1", "1906GRACE.HOPPERx"])(
    "cannot contain the email address or its local part, in upper or lower case: %s",
    (password) => {
      expect(passwordProblem(password, [null, email])).toBe(own);
    },
  );

  it("may contain a local part of fewer than four characters, and common words among others", () => {
    expect(passwordProblem("amelia-and-bob-1", ["bob@navy.example"])).toBeNull();
    expect(passwordProblem("password of a sunflower 7x", [email])).toBeNull();
    expect(passwordProblem("letters-and-1", [undefined])).toBeNull();
  });

  it("needs twelve characters, a letter and a digit", () => {
    expect(passwordProblem("Passw0rd!", [email])).toBe("must be at least 12 characters.");
    expect(passwordProblem("passwordpassword", [email])).toBe("must contain a letter and a digit.");
  });
});

it("in development a new password may be a common one, or the email address", () => {
  expect(passwordProblem("password1234", [email])).toBeNull();
  expect(passwordProblem("grace.hopper", [email])).toBeNull();
});
