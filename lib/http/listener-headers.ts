/** The headers our own listener sets on every request, after taking away what came from outside. */
export const listenerHeaders = { requestId: "x-request-id", clientAddress: "x-client-address" } as const;
