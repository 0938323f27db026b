/** The headers our own listener sets on every request, after taking away what came from outside. */
export const listenerHeaders = {
  requestId: "x-request-id",
  clientAddress: "x-client-address",
  /** Present where somebody passed the request on. Next.js adds an X-Forwarded-For of its own, so that one does not tell. */
  wasForwarded: "x-was-forwarded",
} as const;
