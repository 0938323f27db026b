import { testDocumentation } from "@/emulator/testing/documentation";
import { mpgsEmulator } from "./emulator";

testDocumentation("docs/mpgs-emulator.md", mpgsEmulator);
