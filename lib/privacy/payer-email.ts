import { isEmail, withAsciiDomain } from "@/lib/kit/email";
import { AppError } from "@/lib/kit/errors";
import { storedDigest } from "@/lib/kit/secrets/crypto";

/** The address in the form in which rows are compared: lower case, with an ASCII domain. */
export function parsePayerEmail(text: string): string {
  const email = withAsciiDomain(text.trim()).toLowerCase();
  if (!isEmail(email)) throw new AppError("invalid", "The email must be a valid email address.");
  return email;
}

/** Names a payer in the audit log without their address. */
export const payerDigest = (email: string): string => Buffer.from(storedDigest("erased payer", email)).toString("hex");
