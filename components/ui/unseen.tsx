import type { ReactNode } from "react";
import styles from "./unseen.module.css";

/** Text that only screen readers get. */
export const Unseen = ({ children }: { children: ReactNode }) => <span className={styles.unseen}>{children}</span>;
