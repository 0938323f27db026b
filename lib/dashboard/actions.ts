import type { Action, OpenAction } from "./action";
import { developerActions } from "./actions/developers";
import { entryActions } from "./actions/entry";
import { keyActions } from "./actions/keys";
import { linkActions } from "./actions/links";
import { moneyActions } from "./actions/money";
import { operatorActions } from "./actions/operator";
import { paymentActions } from "./actions/payments";
import { securityActions } from "./actions/security";
import { settingsActions } from "./actions/settings";
import { webhookActions } from "./actions/webhooks";

/**
 * Every action for signed-in members, by the last part of its path. Tests iterate over this list and the list of
 * actions without a session.
 */
export const actions: Readonly<Record<string, Action>> = {
  ...keyActions,
  ...settingsActions,
  ...securityActions,
  ...developerActions,
  ...webhookActions,
  ...operatorActions,
  ...moneyActions,
  ...paymentActions,
  ...linkActions,
};

export const openActions: Readonly<Record<string, OpenAction>> = {
  ...entryActions,
};
