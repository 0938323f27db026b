import { expect, it } from "vitest";
import { isWidened, type KeyLimits } from "./key-rules";

const soon = new Date("2027-01-01T00:00:00Z");
const later = new Date("2028-01-01T00:00:00Z");
const key: KeyLimits = { scopes: ["svc-transactions-retrieve"], cidrs: ["203.0.113.0/24"], expiresAt: soon };
const open: KeyLimits = { scopes: ["svc-transactions-all"], cidrs: [], expiresAt: null };

it.each<[string, KeyLimits, Partial<KeyLimits>]>([
  ["another scope", key, { scopes: ["svc-transactions-retrieve", "svc-transactions-get-fees"] }],
  ["its module's -all scope", key, { scopes: ["svc-transactions-all"] }],
  ["another range", key, { cidrs: ["203.0.113.0/24", "198.51.100.7/32"] }],
  ["a larger range", key, { cidrs: ["203.0.112.0/23"] }],
  ["no range at all", key, { cidrs: [] }],
  ["a later expiry", key, { expiresAt: later }],
  ["no expiry", key, { expiresAt: null }],
])("a key is widened by %s", (_, before, after) => expect(isWidened(before, after)).toBe(true));

it.each<[string, KeyLimits, Partial<KeyLimits>]>([
  ["no change", key, {}],
  ["the same limits", key, key],
  ["a part of its range", key, { cidrs: ["203.0.113.7/32"] }],
  ["an earlier expiry", { ...key, expiresAt: later }, { expiresAt: soon }],
  ["limits on a key that had none", open, key],
])("a key is not widened by %s", (_, before, after) => expect(isWidened(before, after)).toBe(false));
