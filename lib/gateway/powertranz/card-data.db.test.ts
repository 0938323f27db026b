import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { testCardDataOfLivePayments } from "@/tests/support/live-suites/card-data";

testCardDataOfLivePayments(powertranzKit);
