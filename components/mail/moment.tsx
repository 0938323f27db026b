export function Moment({ at }: { at: Date }) {
  const iso = at.toISOString();
  return <time dateTime={iso}>{`${iso.slice(0, 19).replace("T", " ")} UTC`}</time>;
}
