import type { Caller, Owner } from "@/lib/http/route/caller";
import type { AnswerOf, BodyOf, EndpointSpec, ParamsOf } from "@/lib/http/route/endpoint";
import type { Browser } from "@/lib/members/open-session";
import type { Viewer } from "@/lib/members/sessions";
import type { Environment } from "@/lib/reference/platforms";
import type { Role } from "@/lib/reference/roles";

/**
 * What a form of the dashboard does. An action is a contract, most often the very endpoint of the API, bound to its
 * use-case, and says who of the team may; parameters of the path come as fields of the form.
 */
export type ActionContract = Pick<EndpointSpec, "method" | "path" | "limit" | "success"> &
  Partial<Pick<EndpointSpec, "params" | "body" | "takesFiles" | "idempotent">>;

type Spec<Contract extends ActionContract> = Contract & EndpointSpec;

export type ActionInput<Contract extends ActionContract> = {
  viewer: Viewer;
  caller: Caller;
  owner: Owner;
  environment: Environment;
  params: ParamsOf<Spec<Contract>>;
  body: BodyOf<Spec<Contract>>;
  browser: Browser;
  /** The form carried the member's own password, and it was right. */
  isProven: boolean;
};

export type Action = {
  contract: ActionContract;
  allowed: readonly Role[];
  /** Whoever it says no to is answered as if there were no such action. */
  isVisibleTo?: (viewer: Viewer) => boolean;
  /** The form carries the member's own password as the field `password`: always, or where the use-case asks for it. */
  asksPassword?: true | "sometimes";
  perform(input: ActionInput<ActionContract>): Promise<unknown>;
};

export function action<Contract extends ActionContract>(
  contract: Contract,
  allowed: readonly Role[],
  perform: (input: ActionInput<Contract>) => Promise<AnswerOf<Spec<Contract>>>,
): Action {
  return { contract, allowed, perform: perform as Action["perform"] };
}

/** For what a browser that was left open must not do: move money away, learn secrets, let others in. */
export const withPassword = (bound: Action): Action => ({ ...bound, asksPassword: true });

/** For actions whose use-case asks for the password only where a change is risky: it gets `isProven`. */
export const withPasswordIfRisky = (bound: Action): Action => ({ ...bound, asksPassword: "sometimes" });

/** What somebody does who is not signed in, or ends to be: it may open a session in the browser, or end it. */
export type OpenInput<Contract extends ActionContract> = {
  body: BodyOf<Spec<Contract>>;
  browser: Browser;
  /** Of the browser's cookie, whatever it is worth. */
  sessionId: string | null;
};

export type OpenAction = {
  contract: ActionContract;
  perform(input: OpenInput<ActionContract>): Promise<OpenAnswer<unknown>>;
};

/** `sessionId` is what the browser's cookie holds from now on; null ends it. */
export type OpenAnswer<Answer> = { answer: Answer; sessionId?: string | null };

export function openAction<Contract extends ActionContract>(
  contract: Contract,
  perform: (input: OpenInput<Contract>) => Promise<OpenAnswer<AnswerOf<Spec<Contract>>>>,
): OpenAction {
  return { contract, perform: perform as OpenAction["perform"] };
}
