import type { Caller } from "@/lib/http/message/caller";
import { env } from "@/lib/kit/env";
import { formatMinor } from "@/lib/kit/money";
import { findBalances } from "@/lib/ledger/store";
import { type Currency, currencies, currenciesOf } from "@/lib/reference/currencies";
import { type Environment, platforms } from "@/lib/reference/platforms";
import { findProfile, type ProfileRow } from "./store";

type BalanceRow = Awaited<ReturnType<typeof findBalances>>[number];

export async function retrieveProfile({ accountNumber }: Caller, environment: Environment) {
  const [account, balances] = await Promise.all([findProfile(accountNumber), findBalances(accountNumber, environment)]);
  return { message: "OK" as const, data: toProfile(account, balances) };
}

function toProfile(account: ProfileRow, balances: readonly BalanceRow[]) {
  const banks = new Set(account.bankAccounts.map(({ type }) => type));
  return {
    account_number: account.accountNumber,
    account_type: account.type,
    balances: toBalances(account, balances),
    bank_configured: { local: banks.has("local"), foreign: banks.has("foreign") },
    country: account.homePlatform,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    phone: account.phone,
    profile_picture: account.picture && `${env().PUBLIC_URL}/pictures/${account.picture.id}`,
    verified: account.verifiedAt !== null,
  };
}

/** A currency without movements has no row. Balances in currencies of former platforms are listed, too. */
function toBalances({ homePlatform, platforms: own }: ProfileRow, rows: readonly BalanceRow[]) {
  const byCurrency = new Map(rows.map((row) => [row.currency, row]));
  const balanceIn = (currency: Currency) => formatMinor(byCurrency.get(currency)?.available ?? 0n);
  const listed = new Set<string>([...own.flatMap(currenciesOf), ...byCurrency.keys()]);
  const local = platforms[homePlatform].currency;
  return {
    local: { balance: balanceIn(local), currency: local },
    foreign: { balance: balanceIn("USD"), currency: "USD" as const },
    all: currencies
      .filter((currency) => listed.has(currency))
      .map((currency) => ({
        currency,
        balance: balanceIn(currency),
        held: formatMinor(byCurrency.get(currency)?.held ?? 0n),
        // The ledger stores debts as negative amounts.
        owed: formatMinor(-(byCurrency.get(currency)?.owed ?? 0n)),
      })),
  };
}
