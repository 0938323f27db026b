/** The bank's results of the address check (AVS), and their text on pages. */
export const avsAnswers = ["match", "street_fail", "zip_fail", "street_and_zip_fail", "unavailable"] as const;

export const avsWords: Readonly<Record<(typeof avsAnswers)[number], string>> = {
  match: "Address matches",
  street_fail: "Street does not match",
  zip_fail: "Postcode does not match",
  street_and_zip_fail: "Street and postcode do not match",
  unavailable: "Address could not be checked",
};

export const knownAvsAnswer = (text: unknown) => avsAnswers.find((known) => known === text) ?? null;
