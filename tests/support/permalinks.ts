import type { SessionView } from "@/lib/checkout/page/view-contract";
import type { Simulation } from "@/lib/reference/simulation";
import type { Notice } from "@/lib/reference/stored-values";
import { permalinkTo } from "@/lib/reference/testing/permalinks";

/** A permalink, and the state of its session after Pay was pressed and the session's clock moved on. */
export type PermalinkCase = {
  link: string;
  /** How far the clock has to move after Pay, because the gateway answers late. */
  waitMs: number;
  expected: Partial<SessionView>;
  simulation: Partial<Simulation>;
};

type Expected = PermalinkCase["expected"];

const approved: Expected = { state: "finalised", money: "charged" };
const challenged: Expected = { state: "challenged", money: "not_charged" };
const declined = (notice: Notice): Expected => ({ state: "hosted", money: "not_charged", notice });
const confirming: Expected = { money: "confirming" };

const linkCase = (
  names: Record<string, string>,
  expected: Expected,
  { waitMs = 0, ...simulation }: Partial<Simulation> & { waitMs?: number } = {},
): PermalinkCase => ({ link: permalinkTo(names), waitMs, expected, simulation });

const cards: Record<string, Expected> = {
  visa: approved,
  visa_2: approved,
  mastercard: approved,
  mastercard_2: approved,
  mastercard_2_series: approved,
  amex: approved,
  discover: approved,
  declined_05: declined("declined"),
  declined_51: declined("funds"),
  declined_41: declined("declined"),
  declined_43: declined("declined"),
  declined_54: declined("card_expired"),
  declined_82: declined("cvc"),
  declined_91: declined("issuer_unavailable"),
  avs_street_and_zip_fail: declined("address"),
  avs_street_fail: approved,
  avs_zip_fail: approved,
  avs_unavailable: approved,
  challenge_approved: challenged,
  challenge_declined_05: challenged,
  challenge_declined_51: challenged,
  authentication_error: declined("authentication"),
  frictionless: approved,
};

const behaviour = (name: string, expected: Expected, more?: Parameters<typeof linkCase>[2]) =>
  linkCase({ behaviour: name }, expected, more);

/** Every behaviour of the sandbox drawer and of the card table. */
export const permalinkCases: readonly PermalinkCase[] = [
  ...Object.entries(cards).map(([name, expected]) => behaviour(name, expected)),
  behaviour("fault_slow", approved, { waitMs: 8_000 }),
  behaviour("fault_no_answer_approved", approved, { waitMs: 21_000 }),
  behaviour("fault_no_answer_declined", declined("declined"), { waitMs: 21_000 }),
  behaviour("fault_no_answer", confirming, { waitMs: 16_000 }),
  behaviour("approve", approved, { gateway: "approve" }),
  behaviour("decline", declined("declined"), { gateway: "decline" }),
  behaviour("slow_3_s", approved, { waitMs: 3_000, gateway: "slow_3_s" }),
  behaviour("slow", approved, { waitMs: 8_000, gateway: "slow" }),
  behaviour("slow_12_s", approved, { waitMs: 12_000, gateway: "slow_12_s" }),
  behaviour("no_answer_approved", approved, { waitMs: 21_000, gateway: "no_answer_approved" }),
  behaviour("no_answer_declined", declined("declined"), { waitMs: 21_000, gateway: "no_answer_declined" }),
  behaviour("no_answer", confirming, { waitMs: 16_000, gateway: "no_answer" }),
  behaviour("late_approval", declined("not_reached"), { waitMs: 46_000, gateway: "late_approval" }),
  behaviour("late_approval_settled", declined("not_reached"), { waitMs: 46_000, gateway: "late_approval_settled" }),
  ...(["refuses_framing", "never_returns", "returns_twice", "returns_late", "checks_device"] as const).map((bank) =>
    behaviour(bank, challenged, { bank }),
  ),
  behaviour("refund_reject", approved, { refund: "reject" }),
  behaviour("refund_no_answer", approved, { refund: "no_answer" }),
  behaviour("guard", approved, { guard: true }),
  behaviour("challenge_declined_51,returns_twice,slow", challenged, { bank: "returns_twice", gateway: "slow" }),
  linkCase({ clock: "plus_10_s" }, approved),
  linkCase({ clock: "last_20_s" }, approved),
  linkCase({ clock: "past_end" }, { state: "finalised", money: "not_charged" }),
  linkCase({ clock: "stop" }, { ...approved, is_clock_stopped: true }),
  linkCase({ clock: "last_20_s,stop", behaviour: "declined_51" }, { ...declined("funds"), is_clock_stopped: true }),
  ...(["card", "match", "street_fail", "zip_fail", "unavailable"] as const).map((avs) =>
    linkCase({ avs }, { ...approved, avs: true }, { avs }),
  ),
  linkCase({ avs: "street_and_zip_fail" }, { ...declined("address"), avs: true }, { avs: "street_and_zip_fail" }),
  linkCase({ method: "3co_simple" }, { ...approved, method: "3co_simple" }),
  linkCase({ method: "credit_card_co" }, { ...approved, method: "credit_card_co" }),
  ...["en", "es", "fr", "nl", "pt"].map((lang) => linkCase({ lang, behaviour: "declined_05" }, declined("declined"))),
];
