export { type CardEntry, CheckoutPage } from "./checkout-page.js";
export { expect, test } from "./fixtures.js";
export { permalink } from "./permalink.js";
export { type PaymentResult, readResult } from "./result.js";
export { challengeCode, type PermalinkNames, type Simulation, type TestCard, testCards } from "./sandbox-names.js";
export { SandboxSession } from "./sandbox-session.js";
