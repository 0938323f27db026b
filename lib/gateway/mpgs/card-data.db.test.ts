import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { testCardDataOfLivePayments } from "@/tests/support/live-suites/card-data";

testCardDataOfLivePayments(mpgsKit);
