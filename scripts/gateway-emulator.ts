import { runEmulator } from "@/emulator/command";
import { reportFailure } from "@/launch/command";

try {
  await runEmulator(process.argv.slice(2));
} catch (error) {
  reportFailure(error);
}
