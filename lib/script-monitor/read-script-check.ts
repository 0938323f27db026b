import { day, later, now } from "@/lib/kit/clock";
import { findLastScriptCheck } from "./store";

/** The script check runs every hour. After a day without a check, an operator should look at the worker. */
const lateAfter = day;

export async function readScriptCheck() {
  const last = await findLastScriptCheck();
  if (!last) return null;
  const { checkedAt, problems } = last;
  return { checkedAt, problems, isLate: later(lateAfter, checkedAt) < now() };
}

/** Metrics of the last script check. A check that was never made is older than every limit of an alert. */
export async function readScriptGauges() {
  const last = await findLastScriptCheck();
  return [
    {
      name: "tradewind_checkout_script_problems",
      help: "Differences between the payment page as served and as built, at the last check. Above 0: look into it.",
      value: last ? last.problems.length : null,
    },
    {
      name: "tradewind_checkout_script_check_timestamp_seconds",
      help: "When the scripts of the payment page were last checked. 0: never.",
      value: last ? Math.floor(last.checkedAt.getTime() / 1000) : 0,
    },
  ];
}
