import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeLiveInterleavings } from "@/tests/support/live-suites/interleavings";

describeLiveInterleavings(mpgsKit);
