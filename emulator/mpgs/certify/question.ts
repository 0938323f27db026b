import type { Question as AnyQuestion } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/mpgs/dials";
import type { TestProfile } from "./test-profile";

export type Question = AnyQuestion<TestProfile, Dials>;
