import { type Answer, empty, json } from "@/emulator/base/wire/answers";
import { type Json, parseRawJson } from "@/emulator/base/wire/raw-json";
import { headerText, type WireRequest } from "@/emulator/base/wire/request";
import { findTerminal, type Terminal } from "@/emulator/powertranz/terminals";
import type { World } from "@/emulator/powertranz/world";

export function authenticate(world: World, { endpoint, headers }: WireRequest): Terminal | null {
  const id = headerText(headers, "powertranz-powertranzid");
  const password = headerText(headers, "powertranz-powertranzpassword");
  const gatewayKey = headerText(headers, "powertranz-gatewaykey");
  if (!id || !password) world.violate(endpoint, "credentials_missing", "A credential header is missing.");
  return findTerminal({ id, password, gatewayKey });
}

export const badCredentials: Answer = json({
  Approved: false,
  IsoResponseCode: "89",
  ResponseMessage: "Authentication failure",
});

const jsonTypes = /^(application\/([\w.-]+\+)?json|text\/json)\s*(;|$)/i;

type BodyReading = { kind: "body"; value: Json } | { kind: "refused"; answer: Answer };

export function readJsonBody(world: World, { endpoint, headers, body }: WireRequest): BodyReading {
  const type = headerText(headers, "content-type");
  if (!jsonTypes.test(type)) {
    world.violate(endpoint, "content_type_missing", `Content-Type is ${type ? "not JSON" : "missing"}.`);
    return { kind: "refused", answer: empty(415) };
  }
  const parsed = parseRawJson(body);
  if (!parsed) {
    world.violate(endpoint, "body_not_json", `The body of ${body.length} characters is not JSON.`);
    return { kind: "refused", answer: empty(400) };
  }
  for (const key of parsed.duplicateKeys)
    world.violate(endpoint, "duplicate_key", `The key ${key.slice(0, 40).replace(/\d/g, "#")}`);
  if (parsed.duplicateKeys.length > 0) return { kind: "refused", answer: empty(400) };
  return { kind: "body", value: parsed.value };
}

const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isGuid = (text: string): boolean => guidPattern.test(text);
