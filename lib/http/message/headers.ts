/** Request headers that the listener sets, after removing any that the client sent. */
export const listenerHeaders = {
  requestId: "x-request-id",
  clientAddress: "x-client-address",
  /** Present if a proxy forwarded the request. X-Forwarded-For cannot show that, because Next.js always adds it. */
  wasForwarded: "x-was-forwarded",
} as const;
