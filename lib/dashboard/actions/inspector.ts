import { explainRedirect } from "@/lib/checkout/redirect/explain-redirect";
import { inspectRedirectForm } from "@/lib/checkout/redirect/inspect-contract";
import { action } from "../action";

export const inspectorActions = {
  "inspect-redirect": action(inspectRedirectForm, ["owner", "developer"], ({ owner, body }) =>
    explainRedirect(owner, body),
  ),
};
