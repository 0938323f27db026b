import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeOutage } from "@/tests/support/live-suites/outage";

describeOutage(powertranzKit);
