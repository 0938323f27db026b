import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeRandomFaults } from "@/tests/support/live-suites/random-faults";

describeRandomFaults(powertranzKit, {
  codes: ["00", "05", "10", "12", "25", "51", "76", "89", "91", "94", "96", "99", "ZZ", "SP4", "3D3", ""],
});
