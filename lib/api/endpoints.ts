import {
  createAccountEndpoint,
  deleteAccountEndpoint,
  retrieveAccountEndpoint,
  updateAccountEndpoint,
} from "@/lib/accounts/contract";
import {
  createKeyEndpoint,
  grantTokenEndpoint,
  listKeysEndpoint,
  refreshTokenEndpoint,
  revokeKeyEndpoint,
  revokeTokenEndpoint,
  rollKeyEndpoint,
  updateKeyEndpoint,
} from "@/lib/auth/contract";
import {
  listCurrenciesEndpoint,
  listEnvironmentsEndpoint,
  listFeeStructuresEndpoint,
  listStatesEndpoint,
  moveClockEndpoint,
  requestPaymentEndpoint,
  simulateEndpoint,
} from "@/lib/checkout/contract";
import type { EndpointSpec } from "@/lib/http/endpoint";
import {
  describeTransactionsEndpoint,
  listTransactionsEndpoint,
  quoteFeesEndpoint,
  requestRefundEndpoint,
  retrieveTransactionEndpoint,
} from "@/lib/transactions/contract";
import {
  addBankEndpoint,
  listBanksEndpoint,
  removeBankEndpoint,
  retrieveBankEndpoint,
  updateBankEndpoint,
} from "@/lib/user/bank-contract";
import {
  changePasswordEndpoint,
  changePhoneEndpoint,
  createPictureEndpoint,
  deletePictureEndpoint,
  retrieveProfileEndpoint,
  updatePictureEndpoint,
} from "@/lib/user/contract";
import {
  cancelWithdrawalEndpoint,
  createWithdrawalEndpoint,
  describeWithdrawalsEndpoint,
  listWithdrawalsEndpoint,
  retrieveWithdrawalEndpoint,
} from "@/lib/withdrawals/contract";

/** Every endpoint of the API, without those that only the hosted page itself uses. The document, the refusal suite and the fuzzer read this list. */
export const endpoints: readonly EndpointSpec[] = [
  grantTokenEndpoint,
  refreshTokenEndpoint,
  revokeTokenEndpoint,
  createAccountEndpoint,
  retrieveAccountEndpoint,
  updateAccountEndpoint,
  deleteAccountEndpoint,
  listKeysEndpoint,
  createKeyEndpoint,
  updateKeyEndpoint,
  revokeKeyEndpoint,
  rollKeyEndpoint,
  listTransactionsEndpoint,
  retrieveTransactionEndpoint,
  requestRefundEndpoint,
  quoteFeesEndpoint,
  describeTransactionsEndpoint,
  retrieveProfileEndpoint,
  changePasswordEndpoint,
  changePhoneEndpoint,
  createPictureEndpoint,
  updatePictureEndpoint,
  deletePictureEndpoint,
  listBanksEndpoint,
  retrieveBankEndpoint,
  addBankEndpoint,
  updateBankEndpoint,
  removeBankEndpoint,
  createWithdrawalEndpoint,
  listWithdrawalsEndpoint,
  retrieveWithdrawalEndpoint,
  cancelWithdrawalEndpoint,
  describeWithdrawalsEndpoint,
  requestPaymentEndpoint,
  listCurrenciesEndpoint,
  listEnvironmentsEndpoint,
  listFeeStructuresEndpoint,
  listStatesEndpoint,
  moveClockEndpoint,
  simulateEndpoint,
];
