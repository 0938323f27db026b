import { randomBytes, randomUUID } from "node:crypto";
import type { Transaction } from "./transactions";
import type { SpiToken, World } from "./world";

export type Session = { token: SpiToken; transaction: Transaction };

const tokenLifeMs = 5 * 60_000;

export const newTokenText = (): string => `${randomBytes(30).toString("hex")}-${randomBytes(4).toString("hex")}`;

export function issueToken(world: World, { terminal, transactionIdentifier }: Transaction): SpiToken {
  const token: SpiToken = {
    text: newTokenText(),
    sale: { terminal, transactionIdentifier },
    issuedAt: world.now(),
    sends: 0,
    isAnswered: false,
    answer: null,
    serverTransId: randomUUID(),
    acsTransId: randomUUID(),
    sessionData: randomBytes(16).toString("base64url"),
    fingerprintIndicator: "U",
    passedChallenge: null,
  };
  world.own.tokens.set(token.text, token);
  return token;
}

export function findToken(world: World, text: string): Session | null {
  const token = world.own.tokens.get(text);
  const transaction = token && world.find(token.sale.terminal, token.sale.transactionIdentifier);
  return token && transaction ? { token, transaction } : null;
}

export function findSession(world: World, sessionData: string): Session | null {
  const token = [...world.own.tokens.values()].find((issued) => issued.sessionData === sessionData);
  return token ? findToken(world, token.text) : null;
}

export const hasExpired = (world: World, { issuedAt }: SpiToken): boolean => world.now() >= issuedAt + tokenLifeMs;
