import { type GivenFields, validate } from "@/lib/http/body/validate";
import { notFound, selectedInvalid } from "@/lib/kit/errors";
import type { EndpointSpec, OutputOf, ParamsOf } from "./endpoint";

/*
 * The input of a request by its contract's schemas, undefined where the contract has none. The overloads connect the
 * contract's type with the result's: TypeScript cannot derive a conditional type from a body.
 */

type WithParams = Pick<EndpointSpec, "method" | "params">;
type WithFields = Pick<EndpointSpec, "query" | "body">;

/** An id of the wrong shape is answered like the id of a missing object. */
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
): OutputOf<Contract[Part]>;
export function readFields(contract: WithFields, part: keyof WithFields, given: GivenFields): unknown {
  const schema = contract[part];
  return schema && validate(schema, given);
}
