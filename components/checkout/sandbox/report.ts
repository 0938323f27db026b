/** Reports the effect of a control of the drawer. Null if it had none. */
export type Report = (effect: string | null) => void;
