import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { invalidField } from "@/lib/kit/errors";
import { isPhoneOf } from "@/lib/reference/places/phone-numbers";
import { platforms } from "@/lib/reference/platforms";
import { updatePhone } from "./store";

export async function changePhone(caller: Caller, phone: string) {
  const { accountNumber, homePlatform } = caller;
  if (!isPhoneOf(homePlatform, phone)) {
    throw invalidField("phone", `must be a valid phone number of ${platforms[homePlatform].name}.`);
  }
  await inTransaction(async () => {
    await updatePhone(accountNumber, phone);
    await recordChange(caller, "phone.changed", { detail: { phone } });
  });
  return { message: "OK" as const };
}
