import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeOutage } from "@/tests/support/live-suites/outage";

describeOutage(mpgsKit);
