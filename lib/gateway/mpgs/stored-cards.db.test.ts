import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeLiveStoredCards } from "@/tests/support/live-suites/stored-cards";

const authenticationStatus = "AUTHENTICATION_SUCCESSFUL";

describeLiveStoredCards(mpgsKit, {
  microCharge: { currency: "USD", authenticationStatus },
  payment: { currency: "TTD", authenticationStatus },
});
