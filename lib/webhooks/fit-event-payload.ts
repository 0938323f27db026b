/** Under 20 KB, whoever counts them. */
const bytesMax = 20_000;
const refundsMax = 10;

const bytesOf = (data: object): number => Buffer.byteLength(JSON.stringify(data));

type Record = { data?: unknown; refunds?: readonly unknown[] };

/**
 * What an event carries of a record. Hundreds of refunds, or a `data` string of characters that JSON writes as six, are more than
 * it can: then the older refunds are left out first, and what the merchant sent along last. The API has them.
 */
export function fitEventPayload(record: Record): object {
  if (bytesOf(record) < bytesMax) return record;
  const shortened = record.refunds ? { ...record, refunds: record.refunds.slice(0, refundsMax) } : record;
  return bytesOf(shortened) < bytesMax ? shortened : { ...shortened, data: null };
}
