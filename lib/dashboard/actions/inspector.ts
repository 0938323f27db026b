import { explainRedirect } from "@/lib/hash-inspector/explain-redirect";
import { inspectRedirectForm } from "@/lib/hash-inspector/inspect-contract";
import { action } from "../action";

export const inspectorActions = {
  "inspect-redirect": action(inspectRedirectForm, ["owner", "developer"], ({ owner, body }) =>
    explainRedirect(owner, body),
  ),
};
