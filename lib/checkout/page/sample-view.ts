import { sessionSeconds } from "@/lib/checkout/request/new-session";
import { timeZoneOf } from "@/lib/format/dates";
import { second } from "@/lib/kit/clock";
import type { CheckoutMethod } from "@/lib/reference/stored-values";
import type { SessionView } from "./view-contract";

type Sample = {
  method: CheckoutMethod;
  environment: SessionView["environment"];
  merchant: SessionView["merchant"];
  currency: string;
  avs: boolean;
};

/** A made-up session, for previewing the hosted page. */
export function sampleView(sample: Sample): SessionView {
  const length = sessionSeconds(sample) * second;
  return {
    ...sample,
    state: "hosted",
    purpose: "payment",
    transaction_id: "",
    order_id: "1234",
    title: null,
    total: "100.00",
    fee: "0.00",
    amount: "100.00",
    asks_email: false,
    money: "not_charged",
    remaining_ms: length,
    duration_ms: length,
    can_extend: false,
    is_clock_stopped: true,
    time_zone: timeZoneOf("TT"),
    confirming_ms: 0,
    notice: null,
    bank_message: null,
    tries_left: 5,
    card_type: null,
    stored_card: null,
    card: null,
    shop_url: "/",
    back_to: null,
    frame_origins: [],
    result: null,
  };
}
