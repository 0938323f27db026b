"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False until JavaScript runs. Forms need it: a form that the browser posts itself could not show the answer. */
export const useIsScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
