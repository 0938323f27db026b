import { meters } from "@/lib/kit/telemetry/meters";
import { inSpan } from "@/lib/kit/telemetry/trace";
import type { Environment } from "@/lib/reference/platforms";
import type { Gateway, Outcome } from "./port";

/** Whose calls are measured. `gateway` is the base address of the acquirer's gateway. */
type Watched = { environment: Environment; acquirer: string; gateway: string };

/** Measures the calls of a gateway and makes each of them a span. */
export function watchGateway(watched: Watched, gateway: Gateway): Gateway {
  const watch = (operation: string, call: () => Promise<Outcome>): Promise<Outcome> => {
    const start = { name: `gateway ${operation}`, kind: "client", attributes: watched } as const;
    return inSpan(start, async (span) => {
      const startedAt = performance.now();
      let outcome = "exception";
      try {
        const answer = await call();
        outcome = answer.status;
        return answer;
      } finally {
        span.set({ outcome });
        meters()?.gatewayCall({ ...watched, operation, outcome, seconds: (performance.now() - startedAt) / 1000 });
      }
    });
  };
  return {
    authorise: (request) => watch("authorise", () => gateway.authorise(request)),
    completeChallenge: (answer) => watch("complete_challenge", () => gateway.completeChallenge(answer)),
    inquire: (id) => watch("inquire", () => gateway.inquire(id)),
    void: (id) => watch("void", () => gateway.void(id)),
    refund: (request) => watch("refund", () => gateway.refund(request)),
  };
}
