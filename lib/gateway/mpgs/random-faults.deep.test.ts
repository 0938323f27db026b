import { failureCodes } from "@/emulator/mpgs/outcomes";
import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeRandomFaults } from "@/tests/support/live-suites/random-faults";

describeRandomFaults(mpgsKit, {
  codes: [...failureCodes, "LOCK_FAILURE", "A_NEW_CODE", ""],
  withUsualDials: ["threeDS", "riskRule", "refusePasswords", "approval", "gatewayStatus", "sessionCsc"],
});
