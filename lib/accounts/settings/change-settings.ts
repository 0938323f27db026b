import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { type MemberProof, requireProof, unproven } from "@/lib/http/route/guards";
import { AppError, invalidField } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { type Environment, environments } from "@/lib/reference/platforms";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { updateCompatibilityEndpoint } from "./compatibility-contract";
import { readSettings, type Settings, toCompatibility, toSignedRequests } from "./read-settings";
import { anyFeeStructure, type Branding, type CheckoutSettings } from "./settings-contract";
import { releasePaidOrders, saveSettings } from "./settings-store";
import type { updateSignedRequestsEndpoint } from "./signed-requests-contract";

/** New checkout settings apply from the next payment request on. */
export async function changeCheckoutSettings(caller: Caller, body: CheckoutSettings) {
  const chosen = body.currencies ?? [];
  const feeStructure = body.fee_structure ?? anyFeeStructure;
  await change(caller, ({ offeredCurrencies }) => {
    if (!chosen.every((code) => offeredCurrencies.some((offered) => offered === code)))
      throw invalidField("currencies", `must be among ${offeredCurrencies.join(", ")}.`);
    return {
      avs: body.avs ?? false,
      refusesPaidOrders: body.refuses_paid_orders ?? false,
      formPosts: body.form_posts ?? false,
      allowsMoreTime: body.allows_more_time ?? false,
      currencies: offeredCurrencies.filter((code) => chosen.includes(code)),
      supportContact: body.support_contact ?? null,
      feeStructure: feeStructure === anyFeeStructure ? null : feeStructure,
    };
  });
  return { message: "OK" as const };
}

/** Keeps the accent colour as it is: the checkout page chooses the text on it. So `is_corrected` is always false. */
export async function changeBranding(caller: Caller, { display_name, accent_colour }: Branding) {
  const accentColour = accent_colour ?? null;
  await change(caller, () => ({ displayName: display_name ?? null, accentColour }));
  return { message: "OK" as const, data: { accent_colour: accentColour, is_corrected: false } };
}

/** Changes which additional parameters the redirect carries. Settings that the request omits keep their value. */
export async function changeCompatibility(caller: Caller, body: BodyOf<typeof updateCompatibilityEndpoint>) {
  const after = await change(caller, () => ({
    ...(body.encodes_data !== undefined && { encodesData: body.encodes_data }),
    ...(body.sends_customer_name !== undefined && { sendsCustomerName: body.sends_customer_name }),
  }));
  return { message: "OK" as const, data: toCompatibility(after) };
}

/** Changes in which environments payment requests must be signed, from the next payment request on. */
export async function changeSignedRequests(
  caller: Caller,
  body: BodyOf<typeof updateSignedRequestsEndpoint>,
  proof: MemberProof = unproven,
) {
  const after = await change(caller, (before) => {
    const chosen = {
      ...(body.sandbox !== undefined && { signedSandbox: body.sandbox }),
      ...(body.live !== undefined && { signedLive: body.live }),
    };
    if (noLongerSigned(before, { ...before, ...chosen }).length > 0)
      requireProof(caller, proof, "stop requiring signatures");
    return chosen;
  });
  return { message: "OK" as const, data: toSignedRequests(after) };
}

type Changes = Partial<Omit<Settings, "ownName" | "picture" | "offeredCurrencies" | "isKept">>;

/** Returns the settings after the change. */
async function change(caller: Caller, choose: (before: Settings) => Changes): Promise<Settings> {
  if (isSandboxSeed(caller.accountNumber))
    throw new AppError("conflict", "The public sandbox accounts keep their settings.", {
      refusal: { reason: "public_account" },
    });
  return inTransaction(async () => {
    const before = await readSettings(caller);
    const changed = differenceOf(before, choose(before));
    if (Object.keys(changed).length === 0) return before;
    await saveSettings(caller.accountNumber, changed);
    if (changed.refusesPaidOrders === false) await releasePaidOrders(caller.accountNumber);
    const after = { ...before, ...changed };
    const unsigned = noLongerSigned(before, after);
    if (unsigned.length > 0) await mailMerchant.signedRequestsOff(caller, unsigned);
    await recordChange(caller, "settings.changed", { detail: changed });
    return after;
  });
}

/** The environments in which the change stops requiring signatures. */
const noLongerSigned = (before: Settings, after: Settings): Environment[] =>
  environments.filter((environment) => toSignedRequests(before)[environment] && !toSignedRequests(after)[environment]);

function differenceOf(before: Settings, chosen: Changes): Changes {
  const isDifferent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Changes]);
  return Object.fromEntries(Object.entries(chosen).filter(isDifferent));
}
