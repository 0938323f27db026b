import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeLiveStoredCards } from "@/tests/support/live-suites/stored-cards";

describeLiveStoredCards(powertranzKit, {
  microCharge: { currency: "840", authenticationStatus: "Y" },
  payment: { currency: "780", authenticationStatus: "Y" },
});
