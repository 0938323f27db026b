import { hadTerminal } from "@/lib/gateway/powertranz/terminal-store";
import { measureCallsByHour } from "./outcome-store";

/** How long the bank took with live payments since a moment, per hour. Null if no terminal takes them. */
export const readAnswerTimes = async (since: Date) => ((await hadTerminal()) ? measureCallsByHour(since) : null);
