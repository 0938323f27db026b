import * as z from "zod/mini";
import { endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { flag, matching, oneOf, text } from "@/lib/kit/fields";
import { avsBehaviours, bankBehaviours, gatewayBehaviours, refundBehaviours } from "@/lib/reference/simulation";
import { type PayField, payFieldNames } from "./page-fields";
import { sessionView } from "./view-contract";

/** Endpoints of the hosted page, and the sandbox endpoints for testers. */
const open = { auth: "none", scopes: [], under: "origin" } as const;
const tokenParams = z.object({ token: z.string() });
const onPage = { ...open, params: tokenParams, success: { status: 200, schema: sessionView } } as const;

/**
 * This schema accepts any text. `payForm` in page-contract.ts validates the form later, because its rules depend on the
 * session.
 */
const textField = z.optional(text());
const payFields = Object.fromEntries(payFieldNames.map((name) => [name, textField])) as Record<
  PayField,
  typeof textField
>;
const payBody = z.object({
  ...payFields,
  /** The language of the page. */
  language: textField,
  browser_language: textField,
  browser_color_depth: textField,
  browser_screen_width: textField,
  browser_screen_height: textField,
  browser_time_zone_offset: textField,
  challenge_window: textField,
});

export const payEndpoint = endpoint({
  ...onPage,
  name: "pay",
  method: "POST",
  path: "/checkout/{token}/pay",
  summary: "Submit the form of the hosted page",
  limit: perMinute(120),
  body: payBody,
});

export const readSessionEndpoint = endpoint({
  ...onPage,
  name: "readSession",
  method: "GET",
  path: "/checkout/{token}/state",
  summary: "The session as its page shows it",
  limit: perMinute(600),
});

export const leaveEndpoint = endpoint({
  ...onPage,
  name: "leave",
  method: "POST",
  path: "/checkout/{token}/leave",
  summary: "Return to the shop",
  limit: perMinute(120),
});

export const extendEndpoint = endpoint({
  ...onPage,
  name: "extend",
  method: "POST",
  path: "/checkout/{token}/extend",
  summary: "Extend the session once, in its last minute, if the merchant allows it",
  limit: perMinute(120),
});

export const cancelChallengeEndpoint = endpoint({
  ...onPage,
  name: "cancelChallenge",
  method: "POST",
  path: "/checkout/{token}/challenge/cancel",
  summary: "Give up the bank's challenge",
  limit: perMinute(120),
});

/** The maximum number of clock and simulation changes per session. */
export const changesMax = 200;

const noSession = {
  not_found: "The session does not exist, or is a live one.",
  conflict: `The clock and the simulation of the session were changed ${changesMax} times already.`,
} as const;
const advanceMsMax = 30 * 24 * 3_600_000;

export const moveClockEndpoint = endpoint({
  ...onPage,
  name: "moveSessionClock",
  method: "POST",
  path: "/sandbox/sessions/{token}/clock",
  summary: "Move the clock of a session. You can also stop it. The token is the last part of the checkout URL",
  refusals: noSession,
  limit: perMinute(600),
  body: z.object({
    advance_ms: z.optional(
      matching(/^\d{1,10}$/, { max: 10, error: "must be a whole number of milliseconds." }).check(
        z.refine((value) => Number(value) <= advanceMsMax, { error: `may not be greater than ${advanceMsMax}.` }),
        z.meta({ type: ["integer", "string"], minimum: 0, maximum: advanceMsMax }),
      ),
    ),
    stopped: z.optional(flag()),
  }),
});

const simulation = z.object({
  gateway: z.enum(gatewayBehaviours),
  avs: z.enum(avsBehaviours),
  bank: z.enum(bankBehaviours),
  refund: z.enum(refundBehaviours),
  guard: z.boolean(),
});

export const simulateEndpoint = endpoint({
  ...open,
  name: "simulate",
  method: "POST",
  path: "/sandbox/sessions/{token}/simulation",
  summary: "Simulate faults. You choose how the gateway and the bank behave in a sandbox session",
  refusals: noSession,
  limit: perMinute(600),
  params: tokenParams,
  body: z.object({
    gateway: z.optional(oneOf(gatewayBehaviours)),
    avs: z.optional(oneOf(avsBehaviours)),
    bank: z.optional(oneOf(bankBehaviours)),
    refund: z.optional(oneOf(refundBehaviours)),
    guard: z.optional(flag()),
  }),
  success: ok(simulation),
});
