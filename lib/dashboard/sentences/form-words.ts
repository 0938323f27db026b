import type { FieldWords } from "./field-words";

/** What one form calls otherwise than `fieldWords`: by action, then by field. `filters` are the filters of lists. */
export const formWords: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  "create-payment-link": { return_url: ownPage() },
  "edit-payment-link": { return_url: ownPage() },
  "create-withdrawal": {
    email: { name: "the recipient’s email address", says: { format: "Enter {name}, such as name@example.com." } },
  },
  "invite-member": {
    email: { name: "the email address", says: { format: "Enter {name}, such as name@example.com." } },
  },
  "create-api-key": { name: { name: "where the key is used" } },
  "update-api-key": {
    name: { name: "where the key is used" },
    password: passwordFor("to give the key more access, more addresses or more time"),
  },
  "update-webhook": { password: passwordFor("to change the URL") },
  "change-signed-requests": { password: passwordFor("to stop requiring signatures") },
  "request-refund": {
    amount: { name: "the amount", says: { at_most: "Enter an amount of at most {max}. That is left to refund." } },
    reason: { name: "the reason" },
  },
  "verify-card": { amount: { name: "the amount of the charge" } },
  join: { name: { name: "your name" }, password: newPassword() },
  confirm: { password: newPassword() },
  filters: {
    order_id: { name: "the order" },
    amount: { name: "an amount" },
    amount_min: { name: "the lowest amount" },
    amount_max: { name: "the highest amount" },
    transaction_id: { name: "the transaction ID" },
  },
};

/** The page that payers see after a payment by link. */
function ownPage(): FieldWords {
  return {
    name: "your page’s address",
    says: {
      format: "Enter your page’s address so that it starts with https://.",
      unavailable: "Enter your page’s address on one of your hosts. Add the host under Allowed addresses first.",
    },
  };
}

/** A form that asks for the password only for some changes says for which. */
function passwordFor(purpose: string): FieldWords {
  const says = { required: `Enter your password ${purpose}.`, incorrect: "Check your password. It is wrong." };
  return { name: "your password", says };
}

function newPassword(): FieldWords {
  return {
    name: "a password",
    says: {
      weak: "Choose a password that is harder to guess. See the rules below the field.",
      reused: "Choose a password that you have not used before.",
    },
  };
}
