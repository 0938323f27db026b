import * as z from "zod/mini";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { flag } from "@/lib/kit/fields";

/** Whether payment requests of an environment must be signed. */
const signedRequests = { path: "/user/signed-requests", auth: "any", limit: perMinute(60) } as const;

const sandbox = z.meta({ description: "We refuse sandbox payment requests without a valid signature." });
const live = z.meta({ description: "We refuse live payment requests without a valid signature." });

const record = z
  .object({ sandbox: z.boolean().check(sandbox), live: z.boolean().check(live) })
  .check(z.meta({ id: "SignedRequests" }));

const setting = { status: 200, schema: z.object({ message: z.literal("OK"), data: record }) } as const;

export const retrieveSignedRequestsEndpoint = endpoint({
  ...signedRequests,
  name: "retrieveSignedRequests",
  method: "GET",
  summary: "Retrieve whether payment requests must be signed",
  scopes: ["svc-user-retrieve"],
  success: setting,
});

export const updateSignedRequestsEndpoint = endpoint({
  ...signedRequests,
  name: "updateSignedRequests",
  method: "PATCH",
  summary: "Update whether payment requests must be signed. Missing fields keep their values",
  scopes: ["svc-user-update"],
  changesAccount: true,
  body: z.object({ sandbox: z.optional(flag().check(sandbox)), live: z.optional(flag().check(live)) }),
  success: setting,
  refusals: { conflict: "The public sandbox accounts keep their settings." },
});
