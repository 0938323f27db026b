import { type GivenFields, type Rules, validate } from "@/lib/http/body/validate";
import type { EndpointSpec, OutputOf, ParamsOf } from "@/lib/http/message/endpoint";
import { notFound, selectedInvalid } from "@/lib/kit/errors";

/*
 * Reads the input of a request with its contract's schemas. The result is undefined if the contract has no schema. Each
 * function has an overload, because TypeScript cannot derive the conditional return type from the function's body.
 */

type WithParams = Pick<EndpointSpec, "method" | "params">;
type WithFields = Pick<EndpointSpec, "query" | "body">;

/** Reads the path parameters. An id of the wrong shape gets the same error as an id that does not exist. */
export function readParams<Contract extends WithParams>(contract: Contract, given: GivenFields): ParamsOf<Contract>;
export function readParams({ method, params }: WithParams, given: GivenFields): unknown {
  const result = params?.safeParse(given);
  if (!result || result.success) return result?.data;
  throw method === "POST" ? selectedInvalid(String(result.error.issues[0]?.path[0])) : notFound();
}

export function readFields<Contract extends WithFields, Part extends keyof WithFields>(
  contract: Contract,
  part: Part,
  given: GivenFields,
  rules?: Rules,
): OutputOf<Contract[Part]>;
export function readFields(contract: WithFields, part: keyof WithFields, given: GivenFields, rules?: Rules): unknown {
  const schema = contract[part];
  return schema && validate(schema, given, rules);
}
