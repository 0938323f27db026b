import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeLiveFaults } from "@/tests/support/live-suites/faults";

describeLiveFaults(powertranzKit, {
  // If the answer says "approved" but does not fit the charge, the gateway's record decides at once.
  moneyAfter: { wrong_amount: "charged", wrong_currency: "charged", wrong_identifier: "charged" },
  queryCodes: ["05", "25", "76", "99"],
});
