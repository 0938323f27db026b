import * as z from "zod/mini";
import { withoutCardNumber } from "@/lib/http/body/stored-text";
import { created, done, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { flag, identifier, line, matching, oneOf, timestamp, wholeNumber, wordList } from "@/lib/kit/fields";
import { eventNames, everyEvent } from "@/lib/reference/events";
import { environments } from "@/lib/reference/platforms";
import { signedContents } from "@/lib/reference/stored-values";

export const endpointsMax = 20;
export const secretOverlapSecondsDefault = 24 * 60 * 60;
const overlapSecondsMax = 30 * 24 * 60 * 60;
const urlLengthMax = 2048;

export const environment = z.optional(oneOf(environments));
const url = line({ max: urlLengthMax }).check(
  z.meta({ format: "uri", description: "Must be https on port 443 or 8443, reachable from the internet." }),
);
const eventWords: readonly string[] = [everyEvent, ...eventNames];
const shownLengthMax = 64;
const unknownAmong = (names: readonly string[]) => names.find((name) => !eventWords.includes(name));
const events = wordList({ min: 1, max: eventWords.length, of: eventWords }).check(
  z.refine((names) => names.length > 0, { error: "must name at least one event." }),
  z.refine((names) => unknownAmong(names) === undefined, {
    error: ({ input }) => `must be names of events, or ${everyEvent} for all: «${shown(input)}» is none.`,
  }),
);

const shown = (names: unknown): string => (unknownAmong(names as string[]) ?? "").slice(0, shownLengthMax);

export const noSecondSignature = "none";

const headerName = (example: string, holds: string) =>
  z.optional(
    matching(/^X-[A-Za-z0-9-]{1,60}$/, { max: 62, error: "must be a header name such as X-Shop-Signature." }).check(
      withoutCardNumber,
      z.meta({ description: `The header with ${holds}.`, examples: [example] }),
    ),
  );

const secondSignature = {
  second_signature: z.optional(
    oneOf([noSecondSignature, ...signedContents]).check(
      z.meta({
        description:
          "A second signature beside Standard Webhooks. It covers the body, or the timestamp, a dot and the body. Set it together with its header names. `none` removes it and its header names.",
        examples: ["timestamp_body"],
      }),
    ),
  ),
  signature_header: headerName(
    "X-Shop-Signature",
    "`sha256=` and the hex HMAC-SHA256. Required with a second signature",
  ),
  timestamp_header: headerName("X-Shop-Timestamp", "the timestamp. Required if the second signature covers it"),
  event_header: headerName("X-Shop-Event", "the event's name"),
  id_header: headerName("X-Shop-Delivery", "the event's id"),
  version_header: headerName(
    "X-Shop-Version",
    "`v1`. If you name it, the event's id is a UUID in body and headers, and `api_family` is `payments_api`",
  ),
};

const fields = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  environment: z.enum(environments),
};

const record = z
  .object({
    ...fields,
    enabled: z.boolean(),
    /** Why the system disabled the endpoint. Null if the merchant disabled it, or if it is enabled. */
    disabled_reason: z.nullable(z.string()),
    disabled_at: z.nullable(timestamp()),
    /** Until this time, requests are also signed with the previous secret. */
    previous_secret_expires_at: z.nullable(timestamp()),
    last_delivered_at: z.nullable(timestamp()),
    created_at: timestamp(),
    second_signature: z.nullable(z.enum(signedContents)),
    signature_header: z.nullable(z.string()),
    timestamp_header: z.nullable(z.string()),
    event_header: z.nullable(z.string()),
    id_header: z.nullable(z.string()),
    version_header: z.nullable(z.string()),
  })
  .check(z.meta({ id: "WebhookEndpoint" }));
export type WebhookRecord = z.output<typeof record>;

const secret = z.string().check(z.meta({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] }));

const beyondScopes = "The credential lacks a scope that reads the records which the events carry.";

export const webhooks = { auth: "any", limit: perMinute(60) } as const;
export const ofOne = {
  path: "/user/webhooks/{id}",
  params: z.object({ id: identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/) }),
} as const;
const one = ok(record);

export const listWebhooksEndpoint = endpoint({
  ...webhooks,
  name: "listWebhooks",
  method: "GET",
  path: "/user/webhooks",
  summary: "List endpoints",
  scopes: ["svc-user-retrieve"],
  query: z.object({ environment }),
  success: ok(z.array(record)),
});

export const createWebhookEndpoint = endpoint({
  ...webhooks,
  name: "createWebhook",
  method: "POST",
  path: "/user/webhooks",
  summary: "Create an endpoint. The answer shows its secret once",
  scopes: ["svc-user-create"],
  environment: "chosen",
  idempotent: true,
  query: z.object({ environment }),
  body: z.object({ url, events, environment, ...secondSignature }),
  success: created(z.object({ ...fields, secret })),
  refusals: {
    forbidden: beyondScopes,
    conflict: `The account has ${endpointsMax} endpoints in that environment already.`,
  },
});

export const retrieveWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  name: "retrieveWebhook",
  method: "GET",
  summary: "Retrieve an endpoint",
  scopes: ["svc-user-retrieve"],
  success: one,
});

export const updateWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  name: "updateWebhook",
  method: "PATCH",
  summary: "Update an endpoint. You can change its URL, events and second signature, and disable or enable it",
  scopes: ["svc-user-update"],
  body: z.object({
    url: z.optional(url),
    events: z.optional(events),
    enabled: z.optional(flag()),
    ...secondSignature,
  }),
  success: one,
  refusals: { forbidden: `${beyondScopes} A new address needs the scopes of all the endpoint's events.` },
});

export const deleteWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  name: "deleteWebhook",
  method: "DELETE",
  summary: "Delete an endpoint",
  scopes: ["svc-user-delete"],
  success: done,
});

export const rotateWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/rotate",
  name: "rotateWebhookSecret",
  method: "POST",
  summary: "Replace the secret. Events carry both signatures during the overlap",
  scopes: ["svc-user-update"],
  idempotent: true,
  body: z.object({
    overlap_seconds: z.optional(
      wholeNumber({ min: 0, max: overlapSecondsMax }).check(z.meta({ default: secretOverlapSecondsDefault })),
    ),
  }),
  success: created(z.object({ ...fields, secret, previous_secret_expires_at: z.nullable(timestamp()) })),
});
