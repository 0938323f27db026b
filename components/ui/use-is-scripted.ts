import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and until our script runs in the browser. */
export const useIsScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
