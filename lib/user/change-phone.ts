import type { Caller } from "@/lib/http/caller";
import { invalidField } from "@/lib/kit/errors";
import { isPhoneOf } from "@/lib/reference/phone-numbers";
import { platforms } from "@/lib/reference/platforms";
import { updatePhone } from "./profile-store";

export async function changePhone({ accountNumber, homePlatform }: Caller, phone: string) {
  if (!isPhoneOf(homePlatform, phone)) {
    throw invalidField("phone", `must be a valid phone number of ${platforms[homePlatform].name}.`);
  }
  await updatePhone(accountNumber, phone);
  return { message: "OK" as const };
}
