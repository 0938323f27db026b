import { type CommonDials, commonNumbers, type DialWords } from "@/emulator/base/dials";

/**
 * The behaviours of the gateway that no document or capture proves, and those that differ from bank to bank. Each dial
 * chooses one of them. The sentences are shown on the control page.
 */
const choices = {
  gatewayStatus: {
    OPERATING: "The gateway says that it operates.",
    SHUTDOWN: "The gateway says that it is shut down, but answers as usual.",
  },
  changedReplay: {
    same_answer: "The same ids with another body get the first answer again.",
    http_400: "The same ids with another body are refused with HTTP 400.",
    new_charge: "The same ids with another body are a new transaction, which can charge again.",
  },
  replayStatus: {
    http_201: "A repeated request gets HTTP 201, as the first one did.",
    http_200: "A repeated request gets HTTP 200.",
  },
  unknownOrder: {
    http_400: "An unknown order or transaction gets HTTP 400 and INVALID_REQUEST.",
    http_404: "An unknown order or transaction gets HTTP 404 and INVALID_REQUEST.",
  },
  sessionCsc: {
    kept: "A session keeps the security code until it ends.",
    forgotten: "A session forgets the security code at the first authentication, and PAY goes without it.",
    required: "A session forgets the security code at the first authentication, and PAY is refused without it.",
  },
  threeDS: {
    run: "3-D Secure runs as the card says.",
    not_supported: "No card takes part in 3-D Secure.",
    unavailable: "3-D Secure is unavailable for every card.",
  },
  riskRule: {
    none: "The gateway blocks no payment by a rule.",
    blocks_payment: "A risk rule of the gateway answers every PAY and AUTHORIZE with BLOCKED.",
    blocks_authentication: "A 3-D Secure rule of the gateway answers every INITIATE_AUTHENTICATION with BLOCKED.",
  },
  approval: {
    full: "An approval has the code APPROVED.",
    auto: "An approval has the code APPROVED_AUTO.",
    pending_settlement: "An approval has the code APPROVED_PENDING_SETTLEMENT.",
    partial: "The issuer approves half of the amount, with the code PARTIALLY_APPROVED.",
  },
  acquirerCode: {
    iso: "acquirerCode is a code of ISO 8583.",
    own: "acquirerCode is a code of the acquirer's own, such as D05.",
    none: "No answer has an acquirerCode.",
  },
  timedOut: {
    stays: "A payment that timed out stays so, and nothing is charged.",
    approved: "A payment that timed out is approved after `finalAfterMs`.",
    reversed: "The gateway reverses a payment that timed out after `finalAfterMs`.",
  },
  pendingPayment: {
    none: "A payment has its result at once.",
    approved: "Every payment is PENDING first, and has its result after `finalAfterMs`.",
    declined: "Every payment is PENDING first, and is declined after `finalAfterMs`.",
    stays: "Every payment is PENDING, and stays so.",
  },
  void: {
    until_settled: "A void is accepted until the payment is settled, and then refused with HTTP 400.",
    accepted: "A void is accepted after the settlement, too.",
    unsupported: "The acquirer link has no voids: HTTP 400 and INVALID_REQUEST.",
    late: "Every void comes after the bank's cut-off: HTTP 201 with the result FAILURE.",
  },
  voidOfUndecided: {
    accepted: "A void of a payment that timed out or is pending is accepted, and the payment is not charged.",
    refused: "A void of a payment that timed out or is pending is refused with HTTP 400.",
  },
  voidOfCapture: {
    cancels_order: "A void of a capture releases the authorization, too.",
    leaves_authorization: "A void of a capture leaves the authorization, which needs a void of its own.",
  },
  historyRows: {
    once: "The history has a row for each event.",
    repeated: "The history has every row twice.",
  },
  reporting: {
    enabled: "The profile has the reporting service.",
    http_401: "The profile has no reporting service: the history gets HTTP 401.",
    http_403: "The profile has no reporting service: the history gets HTTP 403.",
  },
  webhook: {
    once: "Each event is posted once.",
    repeated: "Each event is posted twice.",
    disordered: "Of two events, the later one is posted first.",
    wrong_secret: "Each event is posted with a wrong secret.",
  },
} as const;

const switches = {
  authorizeOnly: "The profile has only AUTHORIZE and CAPTURE. PAY is refused with HTTP 400.",
  methodPage: "Issuers look at the browser first, if the card says so. Otherwise no card has a method page.",
  customizedHtml: "The answer with a challenge has customizedHtml. Otherwise it has only the HTML with a nested frame.",
  refusePasswords: "Every password is wrong.",
} as const;

const numbers = {
  finalAfterMs: "A payment that is pending or timed out becomes final after this many milliseconds.",
  settleAfterMs: "Payments settle by themselves after this many milliseconds; null: only by the control API.",
  historyLagMs: "The history has a row only this many milliseconds after the event.",
  ...commonNumbers,
} as const;

type Choices = { [Name in keyof typeof choices]: keyof (typeof choices)[Name] };
type Switches = { [Name in keyof typeof switches]: boolean };
type Numbers = CommonDials & { finalAfterMs: number; settleAfterMs: number | null; historyLagMs: number };

export type Dials = Choices & Switches & Numbers;

export const dialWords: DialWords<Dials> = {
  choices,
  patterns: {},
  switches,
  numbers,
  defaults: {
    gatewayStatus: "OPERATING",
    changedReplay: "same_answer",
    replayStatus: "http_201",
    unknownOrder: "http_400",
    sessionCsc: "kept",
    threeDS: "run",
    riskRule: "none",
    approval: "full",
    acquirerCode: "iso",
    timedOut: "stays",
    pendingPayment: "none",
    void: "until_settled",
    voidOfUndecided: "accepted",
    voidOfCapture: "cancels_order",
    historyRows: "once",
    reporting: "enabled",
    webhook: "once",
    authorizeOnly: false,
    methodPage: true,
    customizedHtml: true,
    refusePasswords: false,
    finalAfterMs: 60_000,
    settleAfterMs: null,
    historyLagMs: 0,
    rateLimitPerSecond: null,
    queryLagMs: 0,
  },
};
