import { testProfiles } from "@/emulator/mpgs/profiles";
import { liveCards } from "@/emulator/mpgs/testing/live-cards";
import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeKilledProcesses } from "@/tests/support/live-suites/killed-processes";

const passwords = testProfiles.flatMap(({ password, reportingPassword }) => [password, reportingPassword]);

describeKilledProcesses(mpgsKit, {
  texts: [...passwords, "SESSION0", "threeDSMethodData", "creq"],
  declined: liveCards.declined,
});
