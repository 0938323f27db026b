import type { Simulation } from "../simulation";

type Choices = {
  [Name in Exclude<keyof Simulation, "guard">]: { title: string; values: Record<Simulation[Name], string> };
};

/** The behaviours of the sandbox that a tester can choose, in words. English only, like the docs. */
export const behaviours: Choices = {
  gateway: {
    title: "Gateway",
    values: {
      card: "As the card says",
      approve: "Approves every card",
      decline: "Declines every card",
      slow_3_s: "Answers after 3 seconds, as real banks do",
      slow: "Answers after 8 seconds",
      slow_12_s: "Answers after 12 seconds",
      no_answer_approved: "No answer, approved when asked again",
      no_answer_declined: "No answer, declined when asked again",
      no_answer: "Never answers",
      late_approval: "Approves after the session has ended",
      late_approval_settled: "Approves late, and the money has moved",
    },
  },
  avs: {
    title: "Address check",
    values: {
      card: "As the card says",
      match: "The address matches",
      street_and_zip_fail: "Street and postcode do not match",
      street_fail: "The street does not match",
      zip_fail: "The postcode does not match",
      unavailable: "The check is not available",
    },
  },
  bank: {
    title: "Bank’s page (3-D Secure)",
    values: {
      normal: "Works as usual",
      refuses_framing: "Refuses to open in a frame",
      never_returns: "Never sends the customer back",
      returns_twice: "Sends the customer back twice",
      returns_late: "Waits for a click before it returns",
      checks_device: "Checks the device first",
    },
  },
  refund: {
    title: "Refunds of this payment",
    values: {
      accept: "Accepted",
      reject: "Rejected",
      no_answer: "Made, but the answer is lost",
    },
  },
};

export const guardWords = "Guard against card testing, as in live";
