import { accountId, type CredentialsContract, headerText } from "../terminals/credentials";

export const powertranzCredentials: CredentialsContract = {
  gateways: { production: "https://gateway.ptranz.com/api/", staging: "https://staging.ptranz.com/api/" },
  merchantId: accountId,
  secrets: {
    password: { ...headerText, words: "processing password" },
    gateway_key: { ...headerText, words: "gateway key", isOptional: true },
  },
};
