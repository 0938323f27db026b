import type { Fault } from "@/emulator/base/faults";
import type { Markup } from "@/lib/kit/markup";
import { formatMinor } from "./raw-json";

/** A bigint is an amount in minor units. It becomes a number with two decimals. */
export type WireValue = string | number | boolean | bigint | null | readonly WireValue[] | WireObject;
export type WireObject = { readonly [name: string]: WireValue | undefined };

export type Answer =
  | SentAnswer
  /** The socket stays open without an answer. */
  | { kind: "silent" }
  | ReturnAnswer;

export type SentAnswer =
  | { kind: "json"; body: WireValue; status: number }
  | { kind: "empty"; status: number }
  | { kind: "page"; page: Markup; status: number }
  | { kind: "text"; text: string; type: string; status: number };

/** The page that posts the result of 3-D Secure to the merchant. A fault of the return can change it. */
export type ReturnAnswer = {
  kind: "return";
  transactionIdentifier: string;
  page(fault: Fault | null): Markup;
  /** Called when the browser gets the page. */
  answered(fault: Fault | null): void;
};

export const json = (body: WireValue, status = 200) => ({ kind: "json", body, status }) as const;
export const empty = (status: number) => ({ kind: "empty", status }) as const;
export const silent = { kind: "silent" } as const;
export const showPage = (page: Markup, status = 200) => ({ kind: "page", page, status }) as const;

const isList = (value: WireValue): value is readonly WireValue[] => Array.isArray(value);

export function writeJson(value: WireValue): string {
  if (typeof value === "bigint") return formatMinor(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(",")}]`;
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : `${JSON.stringify(name)}:${writeJson(field)}`,
  );
  return `{${fields.join(",")}}`;
}

/** Replaces the value of every field with one of these names, at any depth. */
export function replaceFields(value: WireValue, names: readonly string[], replace: (old: WireValue) => WireValue) {
  const visit = (part: WireValue): WireValue => {
    if (part === null || typeof part !== "object") return part;
    if (isList(part)) return part.map(visit);
    return Object.fromEntries(
      Object.entries(part).map(([name, field]) => {
        if (field === undefined) return [name, field];
        return [name, names.includes(name) ? replace(field) : visit(field)];
      }),
    );
  };
  return visit(value);
}
