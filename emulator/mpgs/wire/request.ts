import type { SentAnswer } from "@/emulator/base/wire/answers";
import { isJsonObject, type JsonObject, parseRawJson } from "@/emulator/base/wire/raw-json";
import { headerText, type WireRequest } from "@/emulator/base/wire/request";
import { differInPrefix, findProfile, type Profile } from "@/emulator/mpgs/profiles";
import type { World } from "@/emulator/mpgs/world";
import { invalidRequest } from "./errors";

type Service = "password" | "reportingPassword";

/** The profile of a request with the right credentials of the API or of the reporting service. */
export function authenticate(world: World, request: WireRequest, service: Service = "password"): Profile | null {
  const { endpoint, headers, params } = request;
  const [, encoded = ""] = /^Basic ([\w+/=]+)$/i.exec(headerText(headers, "authorization")) ?? [];
  const [, user, given] = /^merchant\.([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  const profile = findProfile(user ?? "");
  const { merchant = "" } = params;
  if (user === undefined) {
    world.violate(endpoint, "credentials_missing", "The header Authorization has no user merchant.{merchantId}.");
  } else if (user !== merchant) {
    const rule = differInPrefix(user, merchant) ? "test_and_live_mixed" : "merchant_mismatch";
    world.violate(endpoint, rule, `The user is merchant.${user}, and the path has ${merchant}.`);
  }
  if (!profile || user !== merchant || world.dials.refusePasswords) return null;
  if (given === profile[service]) return profile;
  const ofOtherService = service === "password" ? profile.reportingPassword : profile.password;
  if (given === ofOtherService)
    world.violate(endpoint, "password_of_other_service", `The password of merchant.${user} is the other one.`);
  return null;
}

type BodyReading = { kind: "body"; body: JsonObject } | { kind: "refused"; answer: SentAnswer };

const refused = (explanation: string): BodyReading => ({ kind: "refused", answer: invalidRequest(explanation) });

export function readJsonBody(world: World, { endpoint, headers, body }: WireRequest): BodyReading {
  if (body === "") return { kind: "body", body: new Map() };
  const type = headerText(headers, "content-type");
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    world.violate(endpoint, "content_type_missing", `Content-Type is ${type ? "not JSON" : "missing"}.`);
    return refused("The Content-Type is not supported.");
  }
  const parsed = parseRawJson(body);
  if (!parsed || !isJsonObject(parsed.value)) {
    world.violate(endpoint, "body_not_json", `The body of ${body.length} characters is not a JSON object.`);
    return refused("The body is not a JSON object.");
  }
  const [key] = parsed.duplicateKeys;
  if (key === undefined) return { kind: "body", body: parsed.value };
  world.violate(endpoint, "duplicate_key", `The key ${key.slice(0, 40).replace(/\d/g, "#")}`);
  return refused("The body repeats a key.");
}
