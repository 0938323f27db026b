import { testDocumentation } from "@/emulator/testing/documentation";
import { powertranzEmulator } from "./emulator";

testDocumentation("docs/powertranz-emulator.md", powertranzEmulator);
