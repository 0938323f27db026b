/** What the browser remembers of an account's first steps. Only pages of the dashboard receive the cookies. */
export const startCookies = (accountNumber: string) => ({
  /** The account number was copied. */
  copied: `copied-${accountNumber}`,
  /** The steps are hidden. */
  hidden: `hidden-${accountNumber}`,
  /** The card about the first payment is hidden. */
  testPaymentHidden: `payment-hidden-${accountNumber}-test`,
  livePaymentHidden: `payment-hidden-${accountNumber}-live`,
});
