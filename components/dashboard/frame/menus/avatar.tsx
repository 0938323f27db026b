import styles from "./avatar.module.css";

type Props = {
  name: string;
  /** The path of a picture that replaces the initials. */
  picture?: string | null;
  kind: "person" | "account";
};

/**
 * The picture or the initials of a person or an account. Screen readers skip it, because the name stands next to it.
 */
export function Avatar({ name, picture, kind }: Props) {
  return (
    <span className={`${styles.avatar} ${styles[kind]}`} aria-hidden="true">
      {picture ? (
        // biome-ignore lint/performance/noImgElement: our pictures are already optimised
        <img src={picture} alt="" width={28} height={28} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
