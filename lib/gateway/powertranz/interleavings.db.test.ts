import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeLiveInterleavings } from "@/tests/support/live-suites/interleavings";

describeLiveInterleavings(powertranzKit);
