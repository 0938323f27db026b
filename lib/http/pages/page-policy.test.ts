import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./page-policy";

const framing = { ancestors: ["'self'", "https://shop.example"], sources: ["'self'"] };

it("the policy passes the CSP evaluator and has a fresh nonce each time", () => {
  const policy = contentSecurityPolicy(framing, { isDevelopmentServer: false });
  expect(new CspEvaluator(new CspParser(policy).csp).evaluate()).toEqual([]);
  expect(contentSecurityPolicy(framing, { isDevelopmentServer: false })).not.toBe(policy);
});
