import { later, minute } from "@/lib/kit/clock";
import type { AcquirerOperations } from "../operations";
import { callTimesOf } from "../records/call-times-store";
import { powertranzBooks } from "./books-store";
import { eraseExpiredTokens, powertranzTables } from "./charge-store";
import { readPowertranzOrder, searchTransactions } from "./queries/search";
import { tryCredentials } from "./queries/try-credentials";
import { isAlive } from "./transport/transport";

export const powertranzOperations: AcquirerOperations = {
  isAlive,
  tryCredentials,
  listTransactions: searchTransactions,
  readOrder: readPowertranzOrder,
  books: powertranzBooks,
  callTimes: callTimesOf(powertranzTables),
  // The gateway accepts a token for five minutes. Tokens of payers who never returned are not kept longer.
  eraseExpiredSecrets: () => eraseExpiredTokens(later(-10 * minute)),
};
