import * as z from "zod/mini";
import { endpoint, perMinute } from "@/lib/http/endpoint";
import { email, line, matching, moment, oneOf, verbatim, wholeNumber, wordList } from "@/lib/kit/fields";
import { environments } from "@/lib/reference/platforms";
import { allScopes, isScope, type Scope } from "@/lib/reference/scopes";

export const passwordLengthMin = 8;
export const passwordLengthMax = 72;
export const accessTokenSeconds = 43_200;
export const refreshTokenSeconds = accessTokenSeconds + 6 * 3600;
export const keyNameLengthMax = 64;
export const keysPerAccountMax = 100;
export const cidrsPerKeyMax = 32;
export const rollOverlapSecondsDefault = 24 * 3600;
export const rollOverlapSecondsMax = 30 * 24 * 3600;

const message = z.object({ message: z.string() });

const scopeWords = z.pipe(
  wordList({ max: allScopes.length, of: allScopes }),
  z
    .array(z.string())
    .check(z.refine((words) => words.length > 0 && words.every(isScope), { error: "field has invalid values." })),
);
const scopes = z.pipe(
  scopeWords,
  z.transform((words) => words as Scope[]),
);

const grantedToken = z.object({
  message: z.literal("OK"),
  token_type: z.literal("Bearer"),
  expires_in: z.literal(accessTokenSeconds),
  access_token: z.string(),
  refresh_token: z.string(),
});

export const grantTokenEndpoint = endpoint({
  method: "POST",
  path: "/auth/tokens",
  summary: "Exchange credentials for an access token",
  auth: "none",
  scopes: [],
  limit: { ...perMinute(5), failing: "closed" },
  body: z.object({
    email: email({ max: 255 }),
    password: verbatim({ min: passwordLengthMin, max: 1024 }),
    scopes,
  }),
  success: { status: 200, schema: grantedToken },
  refusals: { unauthorised: "The credentials are incorrect.", forbidden: "The account may not use a requested scope." },
});

export const refreshTokenEndpoint = endpoint({
  method: "POST",
  path: "/auth/tokens/refresh",
  summary: "Exchange a refresh token for new tokens",
  auth: "none",
  scopes: [],
  limit: { ...perMinute(5), failing: "closed" },
  body: z.object({ refresh_token: line({ max: 256 }) }),
  success: { status: 200, schema: grantedToken },
  refusals: { unauthorised: "The refresh token is invalid." },
});

export const revokeTokenEndpoint = endpoint({
  method: "DELETE",
  path: "/auth/tokens",
  summary: "Revoke the access token in use and its refresh tokens",
  // A key is let in only to be told, with a 400, that keys cannot do this.
  auth: "any",
  scopes: [],
  limit: perMinute(60),
  success: { status: 200, schema: message },
  refusals: { invalid: "The request was authenticated with an API key." },
});

const cidrs = wordList({ max: cidrsPerKeyMax });

const keyRecord = {
  kid: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.string()),
  cidrs: z.array(z.string()),
  expires_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  created_at: z.string(),
};

const issuedKey = z.object({ message: z.literal("Created"), data: z.object({ ...keyRecord, key: z.string() }) });

export const kidPattern = /^[0-9a-f]{18}$/;
const kidParams = z.object({ kid: matching(kidPattern, { max: 18, error: "is invalid." }) });

const keyManagement = { auth: "bearer", limit: perMinute(60), changesAccount: true } as const;
const keyRefusals = { forbidden: "The account is personal, or the key would exceed the token's scopes." };
const issueRefusals = { ...keyRefusals, conflict: `The account has ${keysPerAccountMax} keys already.` };

export const listKeysEndpoint = endpoint({
  method: "GET",
  path: "/user/api-keys",
  summary: "List the account's API keys",
  auth: "bearer",
  limit: perMinute(60),
  scopes: ["svc-user-retrieve"],
  success: { status: 200, schema: z.object({ message: z.literal("OK"), data: z.array(z.object(keyRecord)) }) },
  refusals: keyRefusals,
});

export const createKeyEndpoint = endpoint({
  ...keyManagement,
  method: "POST",
  path: "/user/api-keys",
  summary: "Create an API key; its secret is shown once",
  scopes: ["svc-user-create"],
  body: z.object({
    name: line({ max: keyNameLengthMax }),
    environment: oneOf(environments),
    scopes,
    cidrs: z.optional(cidrs),
    expires_at: z.optional(moment()),
  }),
  success: { status: 201, schema: issuedKey },
  refusals: issueRefusals,
});

export const updateKeyEndpoint = endpoint({
  ...keyManagement,
  method: "PATCH",
  path: "/user/api-keys/{kid}",
  summary: "Change an API key's name, scopes, addresses or expiry",
  scopes: ["svc-user-update"],
  params: kidParams,
  body: z.object({
    name: z.optional(line({ max: keyNameLengthMax })),
    scopes: z.optional(scopes),
    cidrs: z.optional(cidrs),
    // A blank field counts as absent, so "never" is how an expiry is taken away.
    expires_at: z.optional(z.union([z.literal("never"), moment()], { error: "must be a date and time, or never." })),
  }),
  success: { status: 200, schema: z.object({ message: z.literal("OK"), data: z.object(keyRecord) }) },
  refusals: { ...keyRefusals, not_found: "The account has no such key." },
});

export const revokeKeyEndpoint = endpoint({
  ...keyManagement,
  method: "DELETE",
  path: "/user/api-keys/{kid}",
  summary: "Revoke an API key at once",
  scopes: ["svc-user-delete"],
  params: kidParams,
  success: { status: 200, schema: message },
  refusals: { ...keyRefusals, not_found: "The account has no such key." },
});

export const rollKeyEndpoint = endpoint({
  ...keyManagement,
  method: "POST",
  path: "/user/api-keys/{kid}/roll",
  summary: "Replace an API key, keeping the old one alive for an overlap",
  scopes: ["svc-user-update"],
  params: kidParams,
  body: z.object({ overlap_seconds: z.optional(wholeNumber({ min: 0, max: rollOverlapSecondsMax })) }),
  success: { status: 201, schema: issuedKey },
  refusals: issueRefusals,
});
