import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeLiveFaults } from "@/tests/support/live-suites/faults";

describeLiveFaults(mpgsKit, {
  moneyAfter: { invalid_request: "not_charged", request_rejected: "not_charged" },
  queryCodes: ["DECLINED", "TIMED_OUT", "UNKNOWN", "CANCELLED"],
});
