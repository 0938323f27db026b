import type * as z from "zod/mini";

/** The fields of contracts, for attacks that try every field. */
type Shape = Readonly<Record<string, z.ZodMiniType>>;
export type Contract = { body?: unknown; bodyIs?: { oneOf?: readonly unknown[]; anyOf?: readonly unknown[] } };

/** The fields of a contract's body, for each variant of it. */
export function shapesOf({ body, bodyIs }: Contract): Shape[] {
  const schemas = [body, ...(bodyIs?.oneOf ?? []), ...(bodyIs?.anyOf ?? [])] as ({ shape?: Shape } | undefined)[];
  return schemas.flatMap((schema) => (schema?.shape ? [schema.shape] : []));
}

type Named = Contract & { name: string };

/** The endpoints and the dashboard's actions that have a body, by name. */
export function formsOf(
  endpoints: readonly Named[],
  actions: Readonly<Record<string, { contract: Contract }>>,
): [string, Contract][] {
  const all: [string, Contract][] = [
    ...endpoints.map((contract): [string, Contract] => [contract.name, contract]),
    ...Object.entries(actions).map(([name, { contract }]): [string, Contract] => [name, contract]),
  ];
  return all.filter(([, contract]) => shapesOf(contract).length > 0);
}
