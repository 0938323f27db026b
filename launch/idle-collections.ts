import { setFlagsFromString } from "node:v8";

/**
 * By default V8 collects the garbage of the start twice, which is most of the work of an idle process. Once is enough.
 */
export function collectOnceWhenIdle(): void {
  setFlagsFromString("--memory-reducer-single-gc");
}
