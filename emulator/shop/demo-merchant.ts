import { sandbox } from "@/lib/reference/sandbox";

/** The merchant of the live shop. Its credentials are public, so it exists only where the gateway is the emulator. */
export const demoMerchant = {
  accountNumber: "1234567899",
  email: "live@emulator.test",
  password: sandbox.password,
  shopName: "Emulator Shop",
} as const;
