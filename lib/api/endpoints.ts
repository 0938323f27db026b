import * as accounts from "@/lib/accounts/contract";
import * as compatibility from "@/lib/accounts/settings/compatibility-contract";
import * as signedRequests from "@/lib/accounts/settings/signed-requests-contract";
import * as auth from "@/lib/auth/contract";
import * as bankAccounts from "@/lib/bank-accounts/contract";
import * as checkout from "@/lib/checkout/contract";
import * as page from "@/lib/checkout/page/actions-contract";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import * as paymentLinks from "@/lib/payment-links/contract";
import * as pictures from "@/lib/pictures/contract";
import * as profile from "@/lib/profile/contract";
import * as transactions from "@/lib/transactions/contract";
import * as sandbox from "@/lib/transactions/sandbox/sandbox-contract";
import * as trustedCards from "@/lib/trusted-cards/contract";
import * as webhooks from "@/lib/webhooks/contract";
import * as deliveries from "@/lib/webhooks/delivery/delivery-contract";
import * as withdrawals from "@/lib/withdrawals/contract";

/**
 * Every endpoint of the API, except those that only the hosted page uses. The OpenAPI document, the tests of refusals
 * and the tests with generated requests use this list.
 */
export const endpoints: readonly EndpointSpec[] = [
  auth.grantTokenEndpoint,
  auth.refreshTokenEndpoint,
  auth.revokeTokenEndpoint,
  accounts.createAccountEndpoint,
  accounts.retrieveAccountEndpoint,
  accounts.updateAccountEndpoint,
  accounts.deleteAccountEndpoint,
  auth.listKeysEndpoint,
  auth.createKeyEndpoint,
  auth.updateKeyEndpoint,
  auth.revokeKeyEndpoint,
  auth.rollKeyEndpoint,
  transactions.listTransactionsEndpoint,
  transactions.retrieveTransactionEndpoint,
  transactions.requestRefundEndpoint,
  transactions.quoteFeesEndpoint,
  transactions.describeTransactionsEndpoint,
  sandbox.triggerEventEndpoint,
  trustedCards.createCardEndpoint,
  trustedCards.listCardsEndpoint,
  trustedCards.retrieveCardEndpoint,
  trustedCards.verifyCardEndpoint,
  trustedCards.chargeCardEndpoint,
  trustedCards.deleteCardEndpoint,
  paymentLinks.createLinkEndpoint,
  paymentLinks.listLinksEndpoint,
  paymentLinks.retrieveLinkEndpoint,
  paymentLinks.updateLinkEndpoint,
  paymentLinks.deleteLinkEndpoint,
  paymentLinks.setLinkPictureEndpoint,
  paymentLinks.deleteLinkPictureEndpoint,
  paymentLinks.openLinkEndpoint,
  profile.retrieveProfileEndpoint,
  profile.changePasswordEndpoint,
  profile.changePhoneEndpoint,
  pictures.createPictureEndpoint,
  pictures.updatePictureEndpoint,
  pictures.deletePictureEndpoint,
  compatibility.retrieveCompatibilityEndpoint,
  compatibility.updateCompatibilityEndpoint,
  signedRequests.retrieveSignedRequestsEndpoint,
  signedRequests.updateSignedRequestsEndpoint,
  bankAccounts.listBanksEndpoint,
  bankAccounts.retrieveBankEndpoint,
  bankAccounts.addBankEndpoint,
  bankAccounts.updateBankEndpoint,
  bankAccounts.removeBankEndpoint,
  webhooks.listWebhooksEndpoint,
  webhooks.createWebhookEndpoint,
  webhooks.retrieveWebhookEndpoint,
  webhooks.updateWebhookEndpoint,
  webhooks.deleteWebhookEndpoint,
  deliveries.testWebhookEndpoint,
  webhooks.rotateWebhookEndpoint,
  deliveries.listDeliveriesEndpoint,
  deliveries.retrieveDeliveryEndpoint,
  deliveries.resendDeliveryEndpoint,
  deliveries.resendFailedEndpoint,
  deliveries.listEventsEndpoint,
  withdrawals.createWithdrawalEndpoint,
  withdrawals.listWithdrawalsEndpoint,
  withdrawals.retrieveWithdrawalEndpoint,
  withdrawals.cancelWithdrawalEndpoint,
  withdrawals.describeWithdrawalsEndpoint,
  checkout.requestPaymentEndpoint,
  checkout.listCurrenciesEndpoint,
  checkout.listEnvironmentsEndpoint,
  checkout.listFeeStructuresEndpoint,
  checkout.listStatesEndpoint,
  page.moveClockEndpoint,
  page.simulateEndpoint,
];
