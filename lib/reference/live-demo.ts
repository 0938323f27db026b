import { sandbox } from "./sandbox";

/**
 * The merchant of `npm run live-demo`. The demo shop takes live payments for it. Its password is public, so it exists
 * only where the gateway is the emulator.
 */
export const liveDemo = {
  accountNumber: "1234567899",
  email: "live@emulator.test",
  password: sandbox.password,
  shopName: "Emulator Shop",
} as const;
