import * as z from "zod/mini";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { flag } from "@/lib/kit/fields";

/** Settings for shops whose code expects the redirect of another payment service. */
const compatibility = { path: "/user/compatibility", auth: "any", limit: perMinute(60) } as const;

const encodesData = z.meta({ description: "The redirect returns `data` JSON-encoded once more." });
const sendsCustomerName = z.meta({ description: "The redirect has the parameter `customer_name`." });

const record = z
  .object({ encodes_data: z.boolean().check(encodesData), sends_customer_name: z.boolean().check(sendsCustomerName) })
  .check(z.meta({ id: "Compatibility" }));

const settings = { status: 200, schema: z.object({ message: z.literal("OK"), data: record }) } as const;

export const retrieveCompatibilityEndpoint = endpoint({
  ...compatibility,
  name: "retrieveCompatibility",
  method: "GET",
  summary: "Retrieve the compatibility settings",
  scopes: ["svc-user-retrieve"],
  success: settings,
});

export const updateCompatibilityEndpoint = endpoint({
  ...compatibility,
  name: "updateCompatibility",
  method: "PATCH",
  summary: "Update the compatibility settings. Missing fields keep their values",
  scopes: ["svc-user-update"],
  changesAccount: true,
  body: z.object({
    encodes_data: z.optional(flag().check(encodesData)),
    sends_customer_name: z.optional(flag().check(sendsCustomerName)),
  }),
  success: settings,
  refusals: { conflict: "The public sandbox accounts keep their settings." },
});
