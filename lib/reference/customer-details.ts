/** Phone and billing address: the columns of `checkout_session` that the form of the hosted page may replace. */
export const contactFields = ["phone", "address1", "address2", "city", "region", "zipcode", "country"] as const;

/**
 * The columns of `checkout_session` that describe the payer. `country_code` is not one of them, because it names the
 * merchant's platform.
 */
export const customerFields = ["email", "firstName", "lastName", ...contactFields] as const;

export type CustomerField = (typeof customerFields)[number];
export type CustomerDetails = Record<CustomerField, string | null>;
export type ContactDetails = Pick<CustomerDetails, (typeof contactFields)[number]>;

type Given<Name extends string> = Readonly<Partial<Record<Name, string | null | undefined>>>;

/** Copies the given fields out of a larger object. A field that it lacks becomes null. */
function copyOf<Name extends string>(fields: readonly Name[], given: Given<Name>) {
  return Object.fromEntries(fields.map((name) => [name, given[name] ?? null])) as Record<Name, string | null>;
}

export const customerDetailsOf = (given: Given<CustomerField>): CustomerDetails => copyOf(customerFields, given);
export const contactDetailsOf = (given: ContactDetails): ContactDetails => copyOf(contactFields, given);
