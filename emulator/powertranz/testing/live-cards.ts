/** Cards of the emulator that pass the check digit rule of our page. */
export const liveCards = {
  frictionless: "4012000000020071",
  attempted: "4012000000020089",
  challenged: "4012000000020006",
  fingerprint: "4012010000020070",
  refusedByBank: "4012000000020121",
  declined: "4999990100510004",
} as const;
