import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newUuid } from "@/lib/kit/ids";

/** A transaction of the gateway, in its own words. */
export type Listed = {
  TransactionIdentifier: string;
  TransactionType: 2 | 4 | 5;
  TotalAmount: number;
  CurrencyCode: string;
  IsoResponseCode: string;
  ExternalIdentifier?: string;
  /** Without a zone. */
  TransactionDateTime: string;
  /** The sale to which a void or a refund belongs. */
  sale?: string;
  /** Missing in lists, although the gateway has it. */
  isUnlisted?: true;
};

type Behaviour = {
  /** The longest list that the gateway returns. */
  pageMax: number;
  /** Paths that get no answer. */
  silent: RegExp | null;
  refusesCredentials: boolean;
  /** Lists name no sale of a void or a refund, and no external identifier. */
  hidesLinks: boolean;
};

const usual: Behaviour = {
  pageMax: Number.POSITIVE_INFINITY,
  silent: null,
  refusesCredentials: false,
  hidesLinks: false,
};

/** A gateway that only answers queries. */
export async function startListingGateway() {
  const transactions: Listed[] = [];
  const calls: string[] = [];
  const behaviour = { ...usual };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://gateway");
    const path = url.pathname.replace("/api/", "");
    calls.push(path);
    if (path === "alive") return answer(response, {});
    if (behaviour.silent?.test(path)) return answer(response, null, 500);
    if (behaviour.refusesCredentials) return answer(response, { Approved: false, IsoResponseCode: "89" });
    if (path === "Transactions/Search") return answer(response, search(url.searchParams));
    const id = path.split("/").at(-1)?.toLowerCase();
    const found = transactions.find(({ TransactionIdentifier }) => TransactionIdentifier.toLowerCase() === id);
    if (!found) return answer(response, null, 404);
    return answer(
      response,
      path.includes("/OrderSearch/") ? orderOf(found) : { ...wireOf(found), ...summaryOf(found) },
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  const search = (query: URLSearchParams) => {
    const [start = "", end = ""] = [query.get("StartDateTime") ?? "", query.get("EndDateTime") ?? ""];
    return transactions
      .filter(({ TransactionDateTime: at, isUnlisted }) => !isUnlisted && at >= start && at <= `${end}.000`)
      .slice(0, behaviour.pageMax)
      .map((one) => ({ ...wireOf(one), ...(behaviour.hidesLinks ? {} : summaryOf(one)) }));
  };
  const wireOf = ({ sale: _sale, isUnlisted: _isUnlisted, ExternalIdentifier, ...wire }: Listed) =>
    behaviour.hidesLinks ? wire : { ...wire, ExternalIdentifier };
  const saleOf = ({ sale, TransactionIdentifier }: Listed) => sale ?? TransactionIdentifier;
  const membersOf = (one: Listed) => transactions.filter((other) => saleOf(other) === saleOf(one));
  const creditOf = (one: Listed) =>
    membersOf(one)
      .filter(({ TransactionType, IsoResponseCode }) => TransactionType === 5 && IsoResponseCode === "00")
      .reduce((sum, { TotalAmount }) => sum + TotalAmount, 0);
  const summaryOf = (one: Listed) => ({
    OrderSummary: { OriginalTrxnIdentifier: saleOf(one), TotalCreditAmount: creditOf(one) },
  });
  const orderOf = (one: Listed) => {
    const voided = membersOf(one).find(({ TransactionType }) => TransactionType === 4);
    return {
      TotalCreditAmount: creditOf(one),
      ...(voided && { VoidDateTime: voided.TransactionDateTime }),
      Transactions: membersOf(one).map(wireOf),
    };
  };

  return {
    baseAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    transactions,
    calls,
    behave: (changes: Partial<Behaviour>) => Object.assign(behaviour, usual, changes),
    add(transaction: Partial<Listed>): Listed {
      const added: Listed = {
        TransactionIdentifier: newUuid(),
        TransactionType: 2,
        TotalAmount: 10,
        CurrencyCode: "780",
        IsoResponseCode: "00",
        TransactionDateTime: "2026-11-10T12:00:00.000",
        ...transaction,
      };
      transactions.push(added);
      return added;
    },
    reset() {
      transactions.length = 0;
      calls.length = 0;
      Object.assign(behaviour, usual);
    },
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(status === 200 ? JSON.stringify(body) : undefined);
}
