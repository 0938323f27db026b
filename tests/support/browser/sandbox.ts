import { SandboxSession, type Simulation } from "@Tradewind/playwright";
import pg from "pg";
import { rawEnv } from "@/lib/kit/env";
import type { Product } from "@/tests/support/http/product";
import type { Order } from "./shop";

/** The controls of the sandbox: the session's clock, the behaviour of gateway and bank, and the acquirer's books. */

export function product(): Product {
  const given = rawEnv().TEST_PRODUCT;
  if (!given) throw new Error("These tests are run by «npm test», which starts the product.");
  return JSON.parse(given) as Product;
}

const sessionOf = ({ token }: Order) => new SandboxSession(product().roomy, token);

export const moveClock = (order: Order, move: Parameters<SandboxSession["moveClock"]>[0]) =>
  sessionOf(order).moveClock(move);
export const simulate = (order: Order, simulation: Simulation) => sessionOf(order).simulate(simulation);

type Books = { attempts: number; charges: number };

/** Counts the attempts and the charges of all sessions of an order. */
export async function booksOf(order: Order): Promise<Books> {
  const [books] = await queryProduct<Books>(
    `SELECT count(*)::int AS attempts,
            count(*) FILTER (WHERE c.code = '00' AND c.voided_at IS NULL
                             AND (c.challenge = 'none' OR c.completed_at IS NOT NULL AND c.challenge = 'passed'))::int AS charges
     FROM checkout_session s JOIN attempt a ON a.session_id = s.id LEFT JOIN sandbox_charge c ON c.id = a.id
     WHERE s.order_id = $1`,
    [order.id],
  );
  return books ?? { attempts: 0, charges: 0 };
}

export async function queryProduct<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text, values).finally(() => client.end());
  return rows;
}
