import * as z from "zod/mini";
import { endpoint, perMinute } from "@/lib/http/endpoint";
import { pageFields, pageOf } from "@/lib/http/paging";
import { flag, identifier, line, moment, oneOf, timestamp, uuid, wholeNumber, wordList } from "@/lib/kit/fields";
import { eventNames, everyEvent } from "@/lib/reference/events";
import { environments } from "@/lib/reference/platforms";

export const endpointsMax = 20;
export const overlapSecondsDefault = 24 * 60 * 60;
const overlapSecondsMax = 30 * 24 * 60 * 60;
const urlLengthMax = 2048;
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

const environment = z.optional(oneOf(environments));
const url = line({ max: urlLengthMax }).check(
  z.meta({ format: "uri", description: "https, on port 443 or 8443, and on the internet." }),
);
const events = wordList({ min: 1, max: eventNames.length, of: [everyEvent, ...eventNames] }).check(
  z.refine((names) => names.length > 0, { error: "must name at least one event." }),
  z.refine((names) => names.every((name) => name === everyEvent || eventNames.some((known) => known === name)), {
    error: `must be names of events, or ${everyEvent} for all.`,
  }),
);

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
    /** Why it was disabled, where it was not the merchant's wish. */
    disabled_reason: z.nullable(z.string()),
    disabled_at: z.nullable(timestamp()),
    /** Until then the secret before this one signs as well. */
    previous_secret_expires_at: z.nullable(timestamp()),
    last_delivered_at: z.nullable(timestamp()),
    created_at: timestamp(),
  })
  .check(z.meta({ id: "WebhookEndpoint" }));

const secret = z.string().check(z.meta({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] }));

const deliveryRecord = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event: z.enum(eventNames),
    status: z.enum(deliveryStatuses),
    next_try_at: z.nullable(timestamp()),
    created_at: timestamp(),
    /** What is sent, to the letter. */
    body: z.string(),
    /** Newest first. */
    tries: z.array(
      z.object({
        at: timestamp(),
        duration_ms: z.int(),
        url: z.string(),
        request_headers: z.record(z.string(), z.string()),
        /** Null where nothing came back. */
        status: z.nullable(z.int()),
        /** The first 1,024 bytes. */
        response: z.nullable(z.string()),
        error: z.nullable(z.string()),
      }),
    ),
  })
  .check(z.meta({ id: "WebhookDelivery" }));

const webhooks = { auth: "any", limit: perMinute(60) } as const;
const ofOne = {
  path: "/user/webhooks/{id}",
  params: z.object({ id: identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/) }),
} as const;
const one = { status: 200, schema: z.object({ message: z.literal("OK"), data: record }) } as const;
const done = { status: 200, schema: z.object({ message: z.literal("OK") }) } as const;
const isDisabled = "The endpoint is disabled.";

export const listWebhooksEndpoint = endpoint({
  ...webhooks,
  name: "listWebhooks",
  method: "GET",
  path: "/user/webhooks",
  summary: "Where the account hears of events",
  scopes: ["svc-user-retrieve"],
  query: z.object({ environment }),
  success: { status: 200, schema: z.object({ message: z.literal("OK"), data: z.array(record) }) },
});

export const createWebhookEndpoint = endpoint({
  ...webhooks,
  name: "createWebhook",
  method: "POST",
  path: "/user/webhooks",
  summary: "Hear of events at an address; the secret is shown once",
  scopes: ["svc-user-create"],
  environment: "chosen",
  idempotent: true,
  body: z.object({ url, events, environment }),
  success: { status: 201, schema: z.object({ message: z.literal("Created"), data: z.object({ ...fields, secret }) }) },
  refusals: { conflict: `The account has ${endpointsMax} endpoints in that environment already.` },
});

export const retrieveWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  name: "retrieveWebhook",
  method: "GET",
  summary: "One endpoint",
  scopes: ["svc-user-retrieve"],
  success: one,
});

export const updateWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  name: "updateWebhook",
  method: "PATCH",
  summary: "Change an endpoint's address or events, disable it or enable it again",
  scopes: ["svc-user-update"],
  body: z.object({ url: z.optional(url), events: z.optional(events), enabled: z.optional(flag()) }),
  success: one,
});

export const deleteWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  name: "deleteWebhook",
  method: "DELETE",
  summary: "Hear of nothing any more at an address",
  scopes: ["svc-user-delete"],
  success: done,
});

export const testWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/test",
  name: "testWebhook",
  method: "POST",
  summary: "Send a webhook.test event to this endpoint, whatever its events are",
  scopes: ["svc-user-update"],
  limit: perMinute(15),
  success: {
    status: 201,
    schema: z.object({ message: z.literal("Created"), data: z.object({ event_id: z.string() }) }),
  },
  refusals: { conflict: isDisabled },
});

export const rotateWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/rotate",
  name: "rotateWebhookSecret",
  method: "POST",
  summary: "Replace an endpoint's secret; for an overlap both sign",
  scopes: ["svc-user-update"],
  limit: perMinute(15),
  idempotent: true,
  body: z.object({
    overlap_seconds: z.optional(
      wholeNumber({ min: 0, max: overlapSecondsMax }).check(z.meta({ default: overlapSecondsDefault })),
    ),
  }),
  success: {
    status: 201,
    schema: z.object({
      message: z.literal("Created"),
      data: z.object({ ...fields, secret, previous_secret_expires_at: z.nullable(timestamp()) }),
    }),
  },
});

export const listDeliveriesEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/deliveries",
  name: "listWebhookDeliveries",
  method: "GET",
  summary: "What was sent to an endpoint, and what came back, newest first",
  scopes: ["svc-user-retrieve"],
  query: z.object({
    ...pageFields,
    status: z.optional(oneOf(deliveryStatuses)),
    event: z.optional(oneOf(eventNames)),
  }),
  success: { status: 200, schema: pageOf(deliveryRecord) },
});

export const resendDeliveryEndpoint = endpoint({
  ...webhooks,
  path: "/user/webhooks/{id}/deliveries/{delivery_id}/resend",
  params: z.object({ ...ofOne.params.shape, delivery_id: uuid() }),
  name: "resendWebhookDelivery",
  method: "POST",
  summary: "Send a delivery once more, with the same webhook-id",
  scopes: ["svc-user-update"],
  success: done,
  refusals: { conflict: isDisabled },
});

export const resendFailedEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/resend",
  name: "resendFailedWebhookDeliveries",
  method: "POST",
  summary: "Send everything once more that failed since a moment",
  scopes: ["svc-user-update"],
  limit: perMinute(5),
  body: z.object({ since: moment() }),
  success: { status: 200, schema: z.object({ message: z.literal("OK"), data: z.object({ deliveries: z.int() }) }) },
  refusals: { conflict: isDisabled },
});

export const listEventsEndpoint = endpoint({
  ...webhooks,
  name: "listEvents",
  method: "GET",
  path: "/user/events",
  summary: "What happened, oldest first, whether or not an endpoint heard of it",
  scopes: ["svc-user-retrieve"],
  environment: "chosen",
  query: z.object({
    ...pageFields,
    environment,
    since: z.optional(moment()),
    event: z.optional(oneOf(eventNames)),
  }),
  success: { status: 200, schema: pageOf(z.looseObject({ id: z.string(), event: z.enum(eventNames) })) },
});
