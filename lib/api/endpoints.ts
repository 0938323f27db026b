import {
  createAccountEndpoint,
  deleteAccountEndpoint,
  retrieveAccountEndpoint,
  updateAccountEndpoint,
} from "@/lib/accounts/contract";
import {
  retrieveCompatibilityEndpoint,
  updateCompatibilityEndpoint,
} from "@/lib/accounts/settings/compatibility-contract";
import {
  retrieveSignedRequestsEndpoint,
  updateSignedRequestsEndpoint,
} from "@/lib/accounts/settings/signed-requests-contract";
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
  addBankEndpoint,
  listBanksEndpoint,
  removeBankEndpoint,
  retrieveBankEndpoint,
  updateBankEndpoint,
} from "@/lib/bank-accounts/contract";
import {
  listCurrenciesEndpoint,
  listEnvironmentsEndpoint,
  listFeeStructuresEndpoint,
  listStatesEndpoint,
  requestPaymentEndpoint,
} from "@/lib/checkout/contract";
import { moveClockEndpoint, simulateEndpoint } from "@/lib/checkout/page/actions-contract";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import {
  createLinkEndpoint,
  deleteLinkEndpoint,
  deleteLinkPictureEndpoint,
  listLinksEndpoint,
  openLinkEndpoint,
  retrieveLinkEndpoint,
  setLinkPictureEndpoint,
  updateLinkEndpoint,
} from "@/lib/payment-links/contract";
import { createPictureEndpoint, deletePictureEndpoint, updatePictureEndpoint } from "@/lib/pictures/contract";
import { changePasswordEndpoint, changePhoneEndpoint, retrieveProfileEndpoint } from "@/lib/profile/contract";
import {
  describeTransactionsEndpoint,
  listTransactionsEndpoint,
  quoteFeesEndpoint,
  requestRefundEndpoint,
  retrieveTransactionEndpoint,
} from "@/lib/transactions/contract";
import { triggerEventEndpoint } from "@/lib/transactions/sandbox/sandbox-contract";
import {
  chargeCardEndpoint,
  createCardEndpoint,
  deleteCardEndpoint,
  listCardsEndpoint,
  retrieveCardEndpoint,
  verifyCardEndpoint,
} from "@/lib/trusted-cards/contract";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  retrieveWebhookEndpoint,
  rotateWebhookEndpoint,
  updateWebhookEndpoint,
} from "@/lib/webhooks/contract";
import {
  listDeliveriesEndpoint,
  listEventsEndpoint,
  resendDeliveryEndpoint,
  resendFailedEndpoint,
  retrieveDeliveryEndpoint,
  testWebhookEndpoint,
} from "@/lib/webhooks/delivery/delivery-contract";
import {
  cancelWithdrawalEndpoint,
  createWithdrawalEndpoint,
  describeWithdrawalsEndpoint,
  listWithdrawalsEndpoint,
  retrieveWithdrawalEndpoint,
} from "@/lib/withdrawals/contract";

/**
 * Every endpoint of the API, except those that only the hosted page uses. The OpenAPI document, the tests of refusals
 * and the tests with generated requests use this list.
 */
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
  triggerEventEndpoint,
  createCardEndpoint,
  listCardsEndpoint,
  retrieveCardEndpoint,
  verifyCardEndpoint,
  chargeCardEndpoint,
  deleteCardEndpoint,
  createLinkEndpoint,
  listLinksEndpoint,
  retrieveLinkEndpoint,
  updateLinkEndpoint,
  deleteLinkEndpoint,
  setLinkPictureEndpoint,
  deleteLinkPictureEndpoint,
  openLinkEndpoint,
  retrieveProfileEndpoint,
  changePasswordEndpoint,
  changePhoneEndpoint,
  createPictureEndpoint,
  updatePictureEndpoint,
  deletePictureEndpoint,
  retrieveCompatibilityEndpoint,
  updateCompatibilityEndpoint,
  retrieveSignedRequestsEndpoint,
  updateSignedRequestsEndpoint,
  listBanksEndpoint,
  retrieveBankEndpoint,
  addBankEndpoint,
  updateBankEndpoint,
  removeBankEndpoint,
  listWebhooksEndpoint,
  createWebhookEndpoint,
  retrieveWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  rotateWebhookEndpoint,
  listDeliveriesEndpoint,
  retrieveDeliveryEndpoint,
  resendDeliveryEndpoint,
  resendFailedEndpoint,
  listEventsEndpoint,
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
