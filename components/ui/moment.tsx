import { formatMoment, type MomentStyle, utc, type Zone } from "@/lib/format/dates";

type Props = {
  at: Date | string;
  /** The zone of the visit (`Visit.zone`). */
  zone?: Zone;
  format?: MomentStyle;
};

/** A time in the merchant's zone. Only the format `long` names the zone; a table names it in its head. */
export function Moment({ at, zone = utc, format = "long" }: Props) {
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(at, format, zone)}</time>;
}
