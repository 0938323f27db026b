import { later, minute } from "@/lib/kit/clock";
import type { AcquirerOperations } from "../operations";
import { callTimesOf } from "../records/call-times-store";
import { mpgsBooks } from "./books-store";
import { eraseExpiredSteps, mpgsTables } from "./charge-store";
import { tryCredentials } from "./profile";
import { listReported, readGatewayOrder } from "./queries/history";
import { isAlive } from "./transport/transport";

export const mpgsOperations: AcquirerOperations = {
  isAlive,
  tryCredentials,
  listTransactions: listReported,
  readOrder: readGatewayOrder,
  books: mpgsBooks,
  callTimes: callTimesOf(mpgsTables),
  // The gateway forgets a session after about 15 minutes. What belongs to it is not kept longer.
  eraseExpiredSecrets: () => eraseExpiredSteps(later(-15 * minute)),
};
