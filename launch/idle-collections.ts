import { setFlagsFromString } from "node:v8";

/**
 * By default V8 collects the garbage of the start twice, which is most of the work of an idle process. Once is enough.
 */
export function collectOnceWhenIdle(): void {
  const isNode20 = process.version.startsWith("v20.");
  setFlagsFromString(isNode20 ? "--memory-reducer-single-gc" : "--memory-reducer-gc-count=1");
}
