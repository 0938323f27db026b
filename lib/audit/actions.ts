/** Every action in the chains of accounts, with its label on the audit log page. */
export const auditActions = {
  "account.created": "Account created",
  "account.changed": "Account changed",
  "account.verified": "Account verified",
  "account.live_enabled": "Live payments enabled",
  "account.unlocked": "Sign-in unlocked",
  "account.type_changed": "Account type changed",
  "account.request_limit_changed": "Payment request limit changed",
  "account.operator_changed": "Operator flag changed",
  "account.email_confirmed": "Email address confirmed",
  "account.email_lost": "Email address lost to its owner",
  "account.deleted": "Account deleted",
  "api_key.created": "API key created",
  "api_key.changed": "API key changed",
  "api_key.rolled": "API key rolled",
  "api_key.revoked": "API key revoked",
  "bank.added": "Bank account added",
  "bank.changed": "Bank account changed",
  "bank.removed": "Bank account removed",
  "card_link.created": "Link to store a card created",
  "card_link.withdrawn": "Link to store a card withdrawn",
  "chargeback.opened": "Chargeback opened",
  "chargeback.won": "Chargeback won",
  "chargeback.lost": "Chargeback lost",
  "fraud.confirmed": "Fraud confirmed",
  "hash_key.revealed": "Hash key revealed",
  "hash_key.rotated": "Hash key rotated",
  "hash_key.switched": "New hash key put into use",
  "member.invited": "Member invited",
  "member.uninvited": "Invitation taken back",
  "member.joined": "Member joined",
  "member.changed": "Member's role changed",
  "member.removed": "Member removed",
  "payment_link.created": "Payment link created",
  "payment_link.changed": "Payment link changed",
  "payment_link.deleted": "Payment link deleted",
  "password.changed": "Password changed",
  "password.reset": "Password reset by mail",
  "password_grant.changed": "Password grant switched",
  "payer.erased": "Customer's personal data erased",
  "phone.changed": "Phone changed",
  "picture.changed": "Picture changed",
  "receipt.resent": "Receipt sent again",
  "refund.requested": "Refund requested",
  "second_factor.enabled": "Second factor enabled",
  "second_factor.disabled": "Second factor disabled",
  "second_factor.failed": "Second factor failed",
  "secret.rotated": "Platform secret rotated",
  "session.opened": "Signed in",
  "sessions.ended": "Sessions ended",
  "settings.changed": "Checkout settings changed",
  "sign_in.failed": "Sign-in failed",
  "token.granted": "API token granted",
  "token.refused": "API token refused",
  "trusted_card.requested": "Card to be stored requested",
  "trusted_card.verified": "Card verified",
  "trusted_card.charge_requested": "Charge of a stored card requested",
  "trusted_card.deleted": "Card deleted",
  "webhook.created": "Webhook endpoint added",
  "webhook.changed": "Webhook endpoint changed",
  "webhook.rotated": "Webhook secret rotated",
  "webhook.resent": "Deliveries sent again",
  "webhook.deleted": "Webhook endpoint deleted",
  "withdrawal.created": "Withdrawal created",
  "withdrawal.confirmed": "Withdrawal to a new payee confirmed",
  "withdrawal.cancelled": "Withdrawal cancelled",
  "withdrawal.moved": "Withdrawal moved on",
} as const;

export type AccountAction = keyof typeof auditActions;

/** Actions in the chain of the platform, which merchants do not see. */
type PlatformAction =
  | "authentication_policy.changed"
  | "payer.exported"
  | "terminal.added"
  | "terminal.certified"
  | "terminal.disabled"
  | "terminals.ordered";

export type AuditAction = AccountAction | PlatformAction;
