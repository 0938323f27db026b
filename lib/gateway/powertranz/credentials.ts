import { accountId, type CredentialsContract, headerText, isOnThisMachine } from "../terminals/credentials";

const gateways = { production: "https://gateway.ptranz.com/api/", staging: "https://staging.ptranz.com/api/" };

export const powertranzCredentials: CredentialsContract = {
  gateways,
  gatewayDefault: "production",
  merchantId: accountId,
  isTest: ({ baseAddress }) => baseAddress === gateways.staging || isOnThisMachine(baseAddress),
  secrets: {
    password: { ...headerText, words: "processing password" },
    gateway_key: { ...headerText, words: "gateway key", isOptional: true },
  },
};
