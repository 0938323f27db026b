import { findSettings } from "@/lib/accounts/settings/settings-store";
import type { AccountRow } from "@/lib/accounts/store";
import { findAcquirer } from "@/lib/gateway/registry";
import { isServed } from "@/lib/gateway/route";
import {
  findAuthenticationPlace,
  findOrder,
  readPolicy,
  type TerminalPlace,
} from "@/lib/gateway/terminals/terminal-store";
import { commandLine } from "@/lib/kit/commands";
import { env } from "@/lib/kit/env";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";

/** Storing a card charges this currency. */
const microChargeCurrency: Currency = "USD";

/**
 * Lists everything that an account still lacks for live payments on a platform, one sentence each. Hash keys are not
 * in the list, because the first use creates them.
 */
export async function findMissingForLive(account: AccountRow, platform: Platform): Promise<string[]> {
  const { settings } = await findSettings(account.accountNumber);
  const accepted = settings?.currencies ?? [];
  const available = currenciesOf(platform);
  const payable = accepted.length === 0 ? available : available.filter((currency) => accepted.includes(currency));
  return [
    ...missingInAccount(account),
    ...(payable.length === 0
      ? [`a currency of ${platform}: the checkout settings of the account accept only ${accepted.join(", ")}.`]
      : []),
    ...missingInConfiguration(),
    ...(await missingTerminals(platform, [...new Set([...payable, microChargeCurrency])])),
    ...(await missingChoice(platform, payable)),
  ];
}

function missingInAccount({ type, verifiedAt }: AccountRow): string[] {
  return [
    ...(type === "BUSINESS" ? [] : ["the type BUSINESS: a personal account takes no payments."]),
    ...(verifiedAt ? [] : ["the verification of the account."]),
  ];
}

function missingInConfiguration(): string[] {
  const { SMTP_URL, PUBLIC_URL, GATEWAY_EMULATOR } = env();
  // With the gateway emulator, everything is on this machine: the bank's pages, the payer and the mailbox.
  if (GATEWAY_EMULATOR.length > 0) return [];
  return [
    ...(SMTP_URL ? [] : ["SMTP_URL and MAIL_FROM: without them, live mail is not sent."]),
    ...(PUBLIC_URL.startsWith("https:") ? [] : ["a PUBLIC_URL with https, to which the bank's page can return."]),
  ];
}

async function missingTerminals(platform: Platform, needed: readonly Currency[]): Promise<string[]> {
  const missing: string[] = [];
  for (const currency of needed) {
    if (await isServed({ environment: "live", platform, currency })) continue;
    const purpose = currency === microChargeCurrency ? ", which storing cards needs too" : "";
    missing.push(`a terminal for ${currency} in ${platform}${purpose}: see «${commandLine("acquirers", "add")}».`);
  }
  return missing;
}

/**
 * With an acquirer that may not confirm the result of 3DS, the operator must choose once, unless certification found it
 * in the gateway's own answers.
 */
async function missingChoice(platform: Platform, payable: readonly Currency[]): Promise<string[]> {
  const unsure: TerminalPlace[] = [];
  for (const currency of payable) {
    const terminals = await findOrder({ platform, currency });
    unsure.push(...terminals.filter(({ acquirer }) => findAcquirer(acquirer)?.confirmsAuthentication === false));
  }
  if (unsure.length === 0 || (await readPolicy(platform)).allowsUnconfirmed !== null) return [];
  const places = await Promise.all(unsure.map(findAuthenticationPlace));
  if (places.every((place) => place === "payment" || place === "inquiry")) return [];
  const finding = places.includes("nowhere") ? "certification found none in" : "no certification has found it in";
  return [
    `a choice about the result of 3DS, because ${finding} the gateway's answers: «${commandLine("acquirers", "policy", platform, "--unconfirmed", "accept")}» believes the payer's browser, which a payer can forge; with refuse, such payments are voided.`,
  ];
}
