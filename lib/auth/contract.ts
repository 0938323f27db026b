import * as z from "zod/mini";
import { storedLine } from "@/lib/http/body/stored-text";
import { endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { email, identifier, line, moment, oneOf, timestamp, verbatim, wholeNumber, wordList } from "@/lib/kit/fields";
import { environments } from "@/lib/reference/platforms";
import { allScopes, isScope, type Scope } from "@/lib/reference/scopes";

export const passwordLengthMin = 8;
export const passwordLengthMax = 72;
export const accessTokenSeconds = 43_200;
export const refreshTokenSeconds = accessTokenSeconds + 6 * 3600;
/** Lifetime of all tokens that stem from one grant. Refreshing does not extend it. */
export const familySeconds = 30 * 24 * 3600;
export const keysPerAccountMax = 100;
export const rollOverlapSecondsDefault = 24 * 3600;
const rollOverlapSecondsMax = 30 * 24 * 3600;
const emailLengthMax = 255;
const keyNameLengthMax = 64;
const cidrsPerKeyMax = 32;
/** Longer than any valid token or password, so that a long wrong value is refused as wrong and not as malformed. */
const secretLengthMax = 4096;

const message = z.object({ message: z.string() });

const scopeWords = z.pipe(
  wordList({ min: 1, max: allScopes.length, of: allScopes }),
  z
    .array(z.string())
    .check(z.refine((words) => words.length > 0 && words.every(isScope), { error: "field has invalid values." })),
);
const scopes = z.pipe(
  scopeWords,
  z.transform((words) => words as Scope[]),
);

const grantedToken = z
  .object({
    message: z.literal("OK"),
    token_type: z.literal("Bearer"),
    expires_in: z.int().check(z.meta({ examples: [accessTokenSeconds] })),
    access_token: z.string(),
    refresh_token: z.string(),
  })
  .check(z.meta({ id: "Tokens" }));

const otp = verbatim({ max: secretLengthMax }).check(
  z.meta({
    description:
      "The current code of the account holder's second factor, or a recovery code. Required while the second factor is on. Each code works once.",
    examples: ["123456"],
  }),
);

export const grantTokenEndpoint = endpoint({
  name: "grantToken",
  method: "POST",
  path: "/auth/tokens",
  summary: "Create a token. It exchanges an email and a password for an access token and a refresh token",
  auth: "none",
  scopes: [],
  limit: { ...perMinute(5), failing: "closed" },
  body: z.object({
    email: email({ max: emailLengthMax }),
    password: verbatim({ min: passwordLengthMin, max: secretLengthMax }),
    scopes,
    otp: z.optional(otp),
  }),
  success: { status: 200, schema: grantedToken },
  refusals: {
    unauthorised: "The credentials are incorrect, or the second factor is on and otp is missing or wrong.",
    forbidden: "The account may not use a requested scope.",
  },
});

export const refreshTokenEndpoint = endpoint({
  name: "refreshToken",
  method: "POST",
  path: "/auth/tokens/refresh",
  summary: "Refresh a token. It exchanges a refresh token for a new pair of tokens",
  auth: "none",
  scopes: [],
  limit: { ...perMinute(5), failing: "closed" },
  body: z.object({ refresh_token: line({ max: secretLengthMax }) }),
  success: { status: 200, schema: grantedToken },
  refusals: { unauthorised: "The refresh token is invalid." },
});

export const revokeTokenEndpoint = endpoint({
  name: "revokeToken",
  method: "DELETE",
  path: "/auth/tokens",
  summary: "Revoke a token. It revokes the access token of the request and its refresh tokens",
  auth: "bearer",
  keyRefusal: "Token revocation is not supported for API keys.",
  scopes: [],
  limit: perMinute(60),
  success: { status: 200, schema: message },
});

const cidrs = wordList({ max: cidrsPerKeyMax });

// A blank `expires_at` counts as absent, so clients send `never` to remove an expiry.
const expiresAt = z.union([z.literal("never"), moment()], {
  error: "must be a date and time such as 2027-01-31T00:00:00Z, or never.",
});

const keyFields = {
  kid: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.string()),
  cidrs: z.array(z.string()),
  replaced_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp()),
  last_used_at: z.nullable(timestamp()),
  created_at: timestamp(),
};
const keyRecord = z.object(keyFields).check(z.meta({ id: "ApiKey" }));
export type KeyRecord = z.output<typeof keyRecord>;
const keyWithSecret = z.object({ ...keyFields, key: z.string() }).check(z.meta({ id: "ApiKeyWithSecret" }));
const issuedKey = z.object({ message: z.literal("Created"), data: keyWithSecret });

const kidParams = z.object({ kid: identifier(/^[0-9a-f]{18}$/) });

const keyManagement = { auth: "bearer", limit: perMinute(60), changesAccount: true } as const;
const forPersons = "Personal accounts have no API keys.";
const beyondToken = "Personal accounts have no API keys, and a key cannot have scopes that the token does not have.";
const widerKey = `${beyondToken} Only the name of a key with more scopes than the token can be changed.`;
const publicKey = "The public sandbox key cannot be changed.";

export const listKeysEndpoint = endpoint({
  name: "listApiKeys",
  method: "GET",
  path: "/user/api-keys",
  summary: "List API keys",
  auth: "bearer",
  limit: perMinute(60),
  scopes: ["svc-user-retrieve"],
  success: ok(z.array(keyRecord)),
  refusals: { forbidden: forPersons },
});

export const createKeyEndpoint = endpoint({
  ...keyManagement,
  name: "createApiKey",
  method: "POST",
  path: "/user/api-keys",
  summary: "Create an API key. The answer shows its secret once",
  scopes: ["svc-user-create"],
  body: z.object({
    name: storedLine({ max: keyNameLengthMax }),
    environment: oneOf(environments),
    scopes,
    cidrs: z.optional(cidrs),
    expires_at: z.optional(expiresAt),
  }),
  success: { status: 201, schema: issuedKey },
  refusals: { forbidden: beyondToken, conflict: `The account has ${keysPerAccountMax} keys already.` },
});

export const updateKeyEndpoint = endpoint({
  ...keyManagement,
  name: "updateApiKey",
  method: "PATCH",
  path: "/user/api-keys/{kid}",
  summary: "Update an API key. You can change its name, scopes, addresses and expiry",
  scopes: ["svc-user-update"],
  params: kidParams,
  body: z.object({
    name: z.optional(storedLine({ max: keyNameLengthMax })),
    scopes: z.optional(scopes),
    cidrs: z.optional(cidrs),
    expires_at: z.optional(expiresAt),
  }),
  success: ok(keyRecord),
  refusals: { forbidden: widerKey, conflict: publicKey },
});

export const revokeKeyEndpoint = endpoint({
  ...keyManagement,
  name: "revokeApiKey",
  method: "DELETE",
  path: "/user/api-keys/{kid}",
  summary: "Revoke an API key. Requests with the key fail immediately",
  scopes: ["svc-user-delete"],
  params: kidParams,
  success: { status: 200, schema: message },
  refusals: { forbidden: forPersons, conflict: publicKey },
});

export const rollKeyEndpoint = endpoint({
  ...keyManagement,
  name: "rollApiKey",
  method: "POST",
  path: "/user/api-keys/{kid}/roll",
  summary: "Replace an API key. Both keys work during the overlap",
  scopes: ["svc-user-update"],
  params: kidParams,
  body: z.object({
    overlap_seconds: z.optional(
      wholeNumber({ min: 0, max: rollOverlapSecondsMax }).check(z.meta({ default: rollOverlapSecondsDefault })),
    ),
  }),
  success: { status: 201, schema: issuedKey },
  refusals: { forbidden: beyondToken, conflict: "The key has been rolled already, or is the public sandbox key." },
});
