import { sandbox } from "@/lib/reference/sandbox";
import { call, freshAddress, type Reply } from "@/tests/support/http/client";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";

/** Customers who pay one order after the other while a test disturbs the product, and what each of them saw. */
export type Shoppers = {
  /** The transactions whose payment was confirmed to the customer. */
  confirmed: string[];
  /** All checkouts that were opened. */
  opened: { token: string; transactionId: string }[];
  /** Answers with 503 and `Retry-After`. */
  refusals: number;
  /** Requests without an answer: the connection was refused or broke. */
  lost: number;
  /** Answers that no customer may see. */
  wrong: string[];
  stop(): Promise<void>;
};

const approved = "4111111111111111";
const pause = () => new Promise((done) => setTimeout(done, 100));

/** Pays a new order. Returns false if it cannot be paid at once. */
export async function payOnce(origin: string): Promise<boolean> {
  const send = (path: string, json: object) => call(origin, "POST", path, { json, as: freshAddress() });
  const opened = await send(requestPath, minimalFields(sandbox.merchant.accountNumber)).catch(() => null);
  if (opened?.status !== 200) return false;
  const paid = await send(`/checkout/${tokenOf(opened.body.url)}/pay`, cardFields(approved)).catch(() => null);
  return paid?.body?.money === "charged";
}

export function startShoppers(origins: readonly string[], count = 6): Shoppers {
  const seen: Shoppers = { confirmed: [], opened: [], refusals: 0, lost: 0, wrong: [], stop };
  let isStopped = false;
  let turn = 0;

  /** One request, to the web servers in turn. Null if the customer has to try again. */
  const ask = async (method: string, path: string, json?: object): Promise<Reply | null> => {
    const origin = origins[turn++ % origins.length] ?? "";
    const reply = await call(origin, method, path, { json, as: freshAddress() }).catch(() => null);
    if (reply?.status === 200) return reply;
    if (!reply) seen.lost += 1;
    else if (reply.status === 503 && reply.headers["retry-after"] && reply.body.message) seen.refusals += 1;
    else
      seen.wrong.push(`${method} ${path.replace(/\/[\w.-]{26,}/, "/…")} ${reply.status} ${reply.text.slice(0, 200)}`);
    await pause();
    return null;
  };
  const pay = async (token: string, transactionId: string): Promise<void> => {
    let reply = await ask("POST", `/checkout/${token}/pay`, cardFields(approved));
    // A customer who got no answer looks at the page first, and never pays blindly a second time.
    while (!isStopped && reply?.body.money !== "charged") {
      await pause();
      reply = await ask("GET", `/checkout/${token}/state`);
      if (reply?.body.state === "finalised") break;
      if (reply?.body.state === "hosted") reply = await ask("POST", `/checkout/${token}/pay`, cardFields(approved));
    }
    if (reply?.body.money === "charged") seen.confirmed.push(transactionId);
  };
  const shop = async (): Promise<void> => {
    while (!isStopped) {
      const reply = await ask("POST", requestPath, minimalFields(sandbox.merchant.accountNumber));
      if (!reply) continue;
      const checkout = { token: tokenOf(reply.body.url), transactionId: reply.body.transaction_id };
      seen.opened.push(checkout);
      await pay(checkout.token, checkout.transactionId);
    }
  };
  const shopping = Promise.all(Array.from({ length: count }, shop));
  async function stop() {
    isStopped = true;
    await shopping;
  }
  return seen;
}
