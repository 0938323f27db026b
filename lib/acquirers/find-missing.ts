import { findSettings } from "@/lib/accounts/settings/settings-store";
import type { AccountRow } from "@/lib/accounts/store";
import { gatewayFor } from "@/lib/gateway/gateways";
import { findAuthenticationPlace, hasTerminal, readPolicy } from "@/lib/gateway/terminals/terminal-store";
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
  const { LIVE_ACQUIRER, SMTP_URL, PUBLIC_URL, isEmulated } = env();
  // With the gateway emulator, everything is on this machine: the bank's pages, the payer and the mailbox.
  if (isEmulated) return [];
  return [
    ...(LIVE_ACQUIRER ? [] : ["LIVE_ACQUIRER=powertranz: without it, live payments are refused."]),
    ...(SMTP_URL ? [] : ["SMTP_URL and MAIL_FROM: without them, live mail is not sent."]),
    ...(PUBLIC_URL.startsWith("https:") ? [] : ["a PUBLIC_URL with https, to which the bank's page can return."]),
  ];
}

/** Without a live acquirer, this looks for terminals of PowerTranz, so that the list is complete from the start. */
async function missingTerminals(platform: Platform, needed: readonly Currency[]): Promise<string[]> {
  const serves = gatewayFor({ environment: "live", platform })?.serves ?? hasTerminal;
  const missing: string[] = [];
  for (const currency of needed) {
    if (await serves(platform, currency)) continue;
    const purpose = currency === microChargeCurrency ? ", which storing cards needs too" : "";
    missing.push(`a terminal for ${currency} in ${platform}${purpose}: see «${commandLine("acquirers", "add")}».`);
  }
  return missing;
}

/** The operator must choose once, unless certification found the result of 3DS in the gateway's own answers. */
async function missingChoice(platform: Platform, payable: readonly Currency[]): Promise<string[]> {
  if (env().LIVE_ACQUIRER === "simulator" || (await readPolicy(platform)).allowsUnconfirmed !== null) return [];
  const places = await Promise.all(payable.map((currency) => findAuthenticationPlace(platform, currency)));
  if (places.every((place) => place === "payment" || place === "inquiry")) return [];
  const finding = places.includes("nowhere") ? "certification found none in" : "no certification has found it in";
  return [
    `a choice about the result of 3DS, because ${finding} the gateway's answers: «${commandLine("acquirers", "policy", platform, "--unconfirmed", "accept")}» believes the payer's browser, which a payer can forge; with refuse, such payments are voided.`,
  ];
}
