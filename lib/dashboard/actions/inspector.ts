import { explainRedirect } from "@/lib/checkout/explain-redirect";
import { inspectRedirectForm } from "@/lib/checkout/inspect-contract";
import { action } from "../action";

export const inspectorActions = {
  "inspect-redirect": action(inspectRedirectForm, ["owner", "developer"], ({ owner, body }) =>
    explainRedirect(owner, body),
  ),
};
