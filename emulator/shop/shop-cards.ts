/** Cards that show what can happen to a payment. The control page lists all cards. */
export const shopCards: readonly { number: string; outcome: string }[] = [
  { number: "4012000000020071", outcome: "Visa. Approved without a challenge." },
  { number: "4012000000020006", outcome: "Visa. Approved after a challenge with the password 3ds2." },
  { number: "4012010000020005", outcome: "Visa. Approved after a fingerprint of the browser and a challenge." },
  { number: "5100270000000031", outcome: "Mastercard. Approved after a challenge." },
  { number: "343333333333335", outcome: "American Express. Approved without 3-D Secure." },
  { number: "4012000000020121", outcome: "Visa. Not charged: the bank does not authenticate the payer." },
  { number: "4999990900030005", outcome: "Visa. Not charged: the bank refuses, and sends a message for the payer." },
  {
    number: "4999990900010007",
    outcome: "Visa. Not charged: 3-D Secure is unavailable, and the platform requires it.",
  },
  { number: "4999990100510004", outcome: "Visa. Declined: insufficient funds." },
  { number: "4999990100910006", outcome: "Visa. Declined: the bank is unreachable." },
  {
    number: "4999990200230008",
    outcome: "Visa. Approved. With the address check: declined, because the address is wrong.",
  },
  { number: "4999990400050008", outcome: "Visa. Approved. The bank declines a refund." },
];
