/** Payloads stay below 20 KB, whether a receiver counts a KB as 1,000 or 1,024 bytes. */
const bytesMax = 20_000;
const refundsMax = 10;

const bytesOf = (data: object): number => Buffer.byteLength(JSON.stringify(data));

type Record = { data?: unknown; refunds?: readonly unknown[] };

/**
 * Shortens a record that is too large for an event. A record may have hundreds of refunds, or a `data` string whose
 * characters JSON escapes with six bytes each. Drops all but the newest refunds first, then the merchant's `data`. The
 * API still returns both.
 */
export function fitEventPayload(record: Record): object {
  if (bytesOf(record) < bytesMax) return record;
  const shortened = record.refunds ? { ...record, refunds: record.refunds.slice(0, refundsMax) } : record;
  return bytesOf(shortened) < bytesMax ? shortened : { ...shortened, data: null };
}
