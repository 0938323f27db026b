import type { Order } from "@/emulator/mpgs/orders";
import type { Profile } from "@/emulator/mpgs/profiles";
import type { Leaves } from "@/emulator/mpgs/wire/leaves";
import { textAt } from "@/emulator/mpgs/wire/leaves";
import type { World } from "@/emulator/mpgs/world";

export const operationEndpoints = {
  INITIATE_AUTHENTICATION: "initiate",
  AUTHENTICATE_PAYER: "authenticate",
  PAY: "pay",
  AUTHORIZE: "authorize",
  CAPTURE: "capture",
  VOID: "void",
  REFUND: "refund",
} as const;
export type Operation = keyof typeof operationEndpoints;

export const isOperation = (name: string): name is Operation => Object.hasOwn(operationEndpoints, name);

/** A request with right credentials for one transaction of an order. */
export type Call = {
  world: World;
  profile: Profile;
  operation: Operation;
  orderId: string;
  transactionId: string;
  apiVersion: string;
  leaves: Leaves;
  origin: string;
};

export const orderKeyOf = ({ profile, orderId }: Call): string => `${profile.id}/${orderId}`;

/** The key under which a repeated request gets the first answer. */
export const keyOf = (call: Call): string => `${orderKeyOf(call)}/${call.transactionId}/${call.operation}`;

export const findOrder = ({ world, profile, orderId }: Call): Order | null => world.find(profile.id, orderId);

export const field = ({ leaves }: Call, path: string): string | null => textAt(leaves, path);
