import { testIntegrationForm } from "@/lib/conformance/contract";
import { testIntegration } from "@/lib/conformance/test-integration";
import { action } from "../action";

export const conformanceActions = {
  "test-integration": action(testIntegrationForm, ["owner", "developer"], ({ owner, body }) =>
    testIntegration(owner, body),
  ),
};
