import { now } from "@/lib/kit/clock";
import { successIsRecentFor } from "./sign-in-tries";
import { deleteOver } from "./store";

/** For the worker: drops token families and password tries that no longer mean anything. */
export function tidyAuthentication(): Promise<void> {
  return deleteOver(now(), new Date(now().getTime() - successIsRecentFor));
}
