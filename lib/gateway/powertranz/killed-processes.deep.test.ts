import { terminals } from "@/emulator/powertranz/terminals";
import { liveCards } from "@/emulator/powertranz/testing/live-cards";
import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeKilledProcesses } from "@/tests/support/live-suites/killed-processes";

describeKilledProcesses(powertranzKit, {
  texts: [...terminals.map(({ password }) => password), "powertranz_spi", "SpiToken"],
  declined: liveCards.declined,
});
