import * as z from "zod/mini";
import { pageFields, pageOf } from "@/lib/http/body/paging";
import { created, done, endpoint, ok } from "@/lib/http/message/endpoint";
import { moment, oneOf, timestamp, uuid } from "@/lib/kit/fields";
import { eventNames, families } from "@/lib/reference/events";
import { environments } from "@/lib/reference/platforms";
import { deliveryStatuses } from "@/lib/reference/stored-values";
import { environment, ofOne, webhooks } from "@/lib/webhooks/contract";

const isDisabled = "The endpoint is disabled.";
const unreadable = "The credential lacks the scope that reads the records which this event carries.";
/** Attempts shown per delivery in a list. A single delivery shows all of its attempts. */
export const attemptsListed = 10;

/** Fields of an event, as sent to endpoints and as listed by `GET /user/events`. */
export const envelope = {
  id: z.string().check(z.meta({ examples: ["evt_01JCQ5Z3V8Y7N6M4K2H0G9F8E7"] })),
  event: z.enum(eventNames),
  api_family: z.enum(families),
  occurred_at: timestamp(),
  environment: z.enum(environments),
  /** The record as the API returned it when the event occurred. */
  data: z.looseObject({}),
  meta: z.object({ api_version: z.string(), account_number: z.string() }),
};

const eventRecord = z.object(envelope).check(z.meta({ id: "Event" }));

/** The `data` field of a `webhook.test` event. */
export const testRecord = z.object({ webhook_id: z.string() });

const deliveryRecord = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event: z.enum(eventNames),
    status: z.enum(deliveryStatuses),
    next_try_at: z.nullable(timestamp()),
    created_at: timestamp(),
    /** The request body, byte for byte. */
    body: z.string(),
    /** The attempts, newest first. Lists show only the newest ten. */
    tries: z.array(
      z.object({
        at: timestamp(),
        duration_ms: z.int(),
        url: z.string(),
        request_headers: z.record(z.string(), z.string()),
        /** The HTTP status of the response, or null if no response arrived. */
        status: z.nullable(z.int()),
        /** The first 1,024 bytes of the response body. */
        response: z.nullable(z.string()),
        error: z.nullable(z.string()),
      }),
    ),
  })
  .check(z.meta({ id: "WebhookDelivery" }));

export const testWebhookEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/test",
  name: "testWebhook",
  method: "POST",
  summary: "Send a test event. The endpoint gets a webhook.test event, whichever events it listens to",
  scopes: ["svc-user-update"],
  success: created(z.object({ event_id: z.string() })),
  refusals: { conflict: isDisabled },
});

export const listDeliveriesEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/deliveries",
  name: "listWebhookDeliveries",
  method: "GET",
  summary: "List deliveries. The newest come first. Only events whose records the credential may read are listed",
  scopes: ["svc-user-retrieve"],
  query: z.object({
    ...pageFields,
    status: z.optional(oneOf(deliveryStatuses)),
    event: z.optional(oneOf(eventNames)),
  }),
  success: { status: 200, schema: pageOf(deliveryRecord) },
  refusals: { forbidden: unreadable },
});

const ofDelivery = {
  path: "/user/webhooks/{id}/deliveries/{delivery_id}",
  params: z.object({ ...ofOne.params.shape, delivery_id: uuid() }),
} as const;

export const retrieveDeliveryEndpoint = endpoint({
  ...webhooks,
  ...ofDelivery,
  name: "retrieveWebhookDelivery",
  method: "GET",
  summary: "Retrieve a delivery. The answer contains all its attempts",
  scopes: ["svc-user-retrieve"],
  success: ok(deliveryRecord),
});

export const resendDeliveryEndpoint = endpoint({
  ...webhooks,
  ...ofDelivery,
  path: "/user/webhooks/{id}/deliveries/{delivery_id}/resend",
  name: "resendWebhookDelivery",
  method: "POST",
  summary: "Resend a delivery. It has the same webhook-id",
  scopes: ["svc-user-update"],
  success: done,
  refusals: { conflict: `${isDisabled} Or the delivery has been tried 50 times already.` },
});

export const resendFailedEndpoint = endpoint({
  ...webhooks,
  ...ofOne,
  path: "/user/webhooks/{id}/resend",
  name: "resendFailedWebhookDeliveries",
  method: "POST",
  summary:
    "Resend failed deliveries. Resends those that failed since a time, of events whose records the credential may read",
  scopes: ["svc-user-update"],
  body: z.object({ since: moment() }),
  success: ok(z.object({ deliveries: z.int() })),
  refusals: { conflict: isDisabled },
});

export const listEventsEndpoint = endpoint({
  ...webhooks,
  name: "listEvents",
  method: "GET",
  path: "/user/events",
  summary:
    "List events. The oldest come first, sent to an endpoint or not. Only events whose records the credential may read are listed",
  scopes: ["svc-user-retrieve"],
  environment: "chosen",
  query: z.object({
    ...pageFields,
    environment,
    since: z.optional(moment()),
    event: z.optional(oneOf(eventNames)),
  }),
  success: { status: 200, schema: pageOf(eventRecord) },
  refusals: { forbidden: unreadable },
});
