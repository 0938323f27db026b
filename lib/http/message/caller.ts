import type { AccountType, Environment, Platform } from "@/lib/reference/platforms";
import type { Role } from "@/lib/reference/roles";
import type { Scope } from "@/lib/reference/scopes";

/** The sender of a request, proven by a credential. */
export type Caller = {
  accountNumber: string;
  accountType: AccountType;
  homePlatform: Platform;
  platforms: readonly Platform[];
  /** False for accounts that may use only the sandbox environment. */
  canGoLive: boolean;
  scopes: ReadonlySet<Scope>;
  credential:
    | { kind: "bearer"; familyId: string }
    | { kind: "api-key"; kid: string; environment: Environment }
    /** A member who is signed in to the dashboard. Each dashboard page acts on one environment. */
    | { kind: "member"; memberId: string; role: Role; sessionId: string; environment: Environment };
};

/** The account and environment that records belong to. */
export type Owner = { accountNumber: string; environment: Environment };

type Credentials = { authorization: string | null; apiKey: string | null; clientAddress: string };

export type Authenticate = (credentials: Credentials) => Promise<Caller>;
