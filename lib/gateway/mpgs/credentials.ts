import { type CredentialsContract, headerText, isOnThisMachine } from "../terminals/credentials";

const testId = /^TEST/;
const testHost = /^test[-.]|(^|\.)mtf\./;

/** Each bank has its own host, and the profile for tests is normally on the same one. So the id tells them apart. */
export const mpgsCredentials: CredentialsContract = {
  gateways: { sagicor: "https://sagicorbank.gateway.mastercard.com/", mtf: "https://mtf.gateway.mastercard.com/" },
  host: {
    pattern: /(^|[.-])gateway\.mastercard\.com$/,
    rule: "must be sagicor, mtf, or the bank's own address, such as https://sagicorbank.gateway.mastercard.com/.",
  },
  merchantId: { pattern: /^[\w-]{1,40}$/, rule: "must have 1 to 40 letters, digits, hyphens or underscores." },
  testId,
  isTest: ({ baseAddress, merchantId }) =>
    testId.test(merchantId) || testHost.test(new URL(baseAddress).hostname) || isOnThisMachine(baseAddress),
  secrets: {
    password: { ...headerText, words: "integration password" },
    reporting_password: { ...headerText, words: "reporting password", isOptional: true },
  },
};
