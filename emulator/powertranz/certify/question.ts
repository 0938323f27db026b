import type { Question as AnyQuestion } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/powertranz/dials";
import type { TestTerminal } from "./test-terminal";

export type Question = AnyQuestion<TestTerminal, Dials>;
