import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { foreignBank, localBank } from "@/lib/bank-accounts/contract";
import { listCardLinksQuery } from "@/lib/card-links/contract";
import { validate } from "@/lib/http/body/validate";
import { AppError } from "@/lib/kit/errors";
import type { Problem } from "@/lib/kit/problems";
import { listLinksEndpoint } from "@/lib/payment-links/contract";
import { requestLogChoice } from "@/lib/request-log/list-requests";
import { searchTransactionsQuery } from "@/lib/transactions/history/search-contract";
import { listCardsEndpoint } from "@/lib/trusted-cards/contract";
import { listWithdrawalsEndpoint, variants } from "@/lib/withdrawals/contract";
import { actions, openActions } from "../actions";
import { deliveryPageQuery } from "../views/webhook-endpoint";
import { fieldSentence, findFieldWords } from "./field-sentence";
import { refusalFor } from "./refusal-for";
import { refusalSentences, sentencesByCode } from "./refusal-sentences";

type Fields = Readonly<Record<string, z.ZodMiniType>>;

const fieldsOf = (schema: unknown): Fields =>
  schema instanceof z.ZodMiniObject ? (schema._zod.def.shape as Fields) : {};

const unions: Readonly<Record<string, readonly z.ZodMiniType[]>> = {
  "create-withdrawal": Object.values(variants),
  "add-bank": [localBank, foreignBank],
  "update-bank": [localBank, foreignBank],
};
const lists = [
  searchTransactionsQuery,
  listWithdrawalsEndpoint.query,
  listLinksEndpoint.query,
  listCardsEndpoint.query,
  listCardLinksQuery,
  requestLogChoice,
  deliveryPageQuery,
];

/** Every form of the dashboard with every field that its contract reads, and the filters of the lists. */
const forms: readonly [form: string, Fields][] = [
  ...Object.entries({ ...actions, ...openActions }).map(([name, { contract }]): [string, Fields] => [
    name,
    Object.assign({}, ...[contract.body, ...(unions[name] ?? [])].map(fieldsOf)),
  ]),
  ["filters", Object.assign({}, ...lists.map(fieldsOf))],
];

/** The rules that a schema can find broken, from the schema itself. */
function problemsOf(schema: z.ZodMiniType): Problem[] {
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>> & {
    type: string;
    checks?: z.core.$ZodCheck[];
  };
  const inner = [def.innerType, def.in, def.out, def.element, ...((def.options as unknown[]) ?? [])].filter(
    (each): each is z.ZodMiniType => typeof each === "object" && each !== null && "_zod" in each,
  );
  return [
    ...inner.flatMap(problemsOf),
    ...(def.type === "optional" ? [] : [{ rule: "required" } as const]),
    ...(def.type === "enum" || def.type === "literal" ? [{ rule: "choice" } as const] : []),
    ...(def.checks ?? []).flatMap((check) => problemsOfCheck(check)),
  ];
}

function problemsOfCheck({ _zod: { def } }: z.core.$ZodCheck): Problem[] {
  const { check, params, maximum } = def as { check: string; params?: Problem; maximum?: number };
  if (check === "custom") return [params ?? { rule: "format" }];
  if (check === "max_length") return [{ rule: "too_many", values: { max: maximum ?? 0 } }];
  return check === "string_format" ? [{ rule: "format" }] : [];
}

const asIs = (field: string) => field.replaceAll("_", " ");

describe.each(forms)("the form %s", (form, fields) => {
  it("has words for every field of its contract", () => {
    expect(Object.keys(fields).filter((field) => !findFieldWords(form, field))).toEqual([]);
  });

  it("has a finished sentence for every rule of its contract", () => {
    for (const [field, schema] of Object.entries(fields)) {
      for (const problem of problemsOf(schema)) {
        const sentence = fieldSentence(form, field, problem);
        expect([field, sentence]).toEqual([field, expect.stringMatching(/^[A-Z“][^{}]*[.?]$|\{order_id\}.*\.$/)]);
        expect(sentence).not.toMatch(new RegExp(`^The ${asIs(field)} `));
      }
    }
  });

  it("has a sentence of its own where a value has the wrong form", () => {
    const general = Object.entries(fields).filter(([field, schema]) => {
      const isChecked = problemsOf(schema).some(({ rule, values }) => rule === "format" && !values);
      return isChecked && fieldSentence(form, field, { rule: "format" }).startsWith("Check ");
    });
    expect(general.map(([field]) => field)).toEqual([]);
  });
});

const bodies = Object.entries({ ...actions, ...openActions }).flatMap(([name, { contract }]) =>
  [contract.body, ...(unions[name] ?? [])].flatMap((schema) =>
    schema ? [[name, schema as z.ZodMiniType] as const] : [],
  ),
);
const wrongValues = [
  undefined,
  "\u0007",
  "x".repeat(20_000),
  "-1",
  "0.001",
  "4111 1111 1111 1111",
  "Ünknown ‮ word",
  {},
];

it.each(bodies)("the answer to a wrong %s has one sentence per wrong field, and none of the API's", (name, schema) => {
  const fields = Object.keys(fieldsOf(schema));
  for (const value of wrongValues) {
    const error = refused(schema, Object.fromEntries(fields.map((field) => [field, value])));
    if (!error) continue;
    const theirs = error.fields.errors as Record<string, string[]>;
    const ours = JSON.parse(refusalFor(name)(error).body);
    expect(Object.keys(ours.errors)).toEqual(Object.keys(theirs));
    expect(Object.values(ours.errors).flat()).not.toEqual(expect.arrayContaining(Object.values(theirs).flat()));
    expect(ours.message).toBe(Object.values<string[]>(ours.errors)[0]?.[0]);
  }
});

function refused(schema: z.ZodMiniType, given: object): AppError | null {
  try {
    validate(schema, given as Record<string, unknown>);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

it("a refusal without a field has a sentence for its reason, or for its code", () => {
  const say = (error: AppError) => JSON.parse(refusalFor("sign-in")(error).body).message;
  const max = { refusal: { reason: "keys_max", values: { max: 1200 } } } as const;
  expect(say(new AppError("conflict", "An account may have at most 1200 API keys.", max))).toBe(
    "You have 1,200 API keys, which is the limit. Revoke one first.",
  );
  expect(say(new AppError("internal", "Internal Server Error"))).toBe("Nothing was saved. Try again in a minute.");
  const late = new AppError("rate_limited", "Too Many Attempts.", { headers: { "retry-after": "170" } });
  expect(say(late)).toBe("That was too often. Try again in 3 minutes.");
});

it("every refusal is a plain sentence", () => {
  for (const sentence of [...Object.values(refusalSentences), ...Object.values(sentencesByCode)]) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/_|Internal Server Error|Too Many Attempts|Unauthorized|scope/);
  }
});
