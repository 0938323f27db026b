import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { AppError, invalidField } from "@/lib/kit/errors";
import { readHost, readOrigin } from "@/lib/kit/urls";
import type { Addresses } from "@/lib/mail/mail-about-access";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { saveAddressesForm } from "./settings/settings-contract";
import { findAddresses, upsertAddresses } from "./store";

/**
 * The hosts that payment results may be sent to, and the origins that may frame the checkout page. Test and live share
 * both lists.
 */

export async function readAddresses({ accountNumber }: Pick<Owner, "accountNumber">): Promise<Addresses> {
  const { responseHosts = [], frameOrigins = [] } = (await findAddresses(accountNumber)) ?? {};
  return { responseHosts, frameOrigins };
}

export async function saveAddresses(caller: Caller, body: z.output<typeof saveAddressesForm.body>) {
  const { accountNumber } = caller;
  if (isSandboxSeed(accountNumber)) {
    throw new AppError("conflict", "The public sandbox accounts keep their addresses open to everybody.", {
      refusal: { reason: "public_account" },
    });
  }
  const responseHosts = readEach("response_hosts", body.response_hosts, readHost, "shop.example or localhost:3000");
  const frameOrigins = readEach("frame_origins", body.frame_origins, readOrigin, "https://shop.example");
  const after = { responseHosts, frameOrigins };
  await inTransaction(async () => {
    const before = await readAddresses(caller);
    if (isDeepStrictEqual(before, after)) return;
    await upsertAddresses(accountNumber, after);
    await mailMerchant.addressesChanged(caller, before, after);
    const detail = { response_hosts: responseHosts, frame_origins: frameOrigins };
    await recordChange(caller, "settings.changed", { detail });
  });
  return { message: "OK" as const };
}

const lengthMax = 255;

function readEach(
  field: string,
  texts: readonly string[] = [],
  read: (text: string) => string | null,
  example: string,
): string[] {
  const all = texts.map((text) => {
    const canonical = text.length <= lengthMax ? read(text) : null;
    if (!canonical) {
      const shown = text.slice(0, 64);
      const problem = { rule: "format", values: { text: shown, example } } as const;
      throw invalidField(field, `must each look like ${example}: «${shown}» does not.`, problem);
    }
    return canonical;
  });
  return [...new Set(all)];
}
