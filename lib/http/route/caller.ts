import type { AccountType, Environment, Platform } from "@/lib/reference/platforms";
import type { Role } from "@/lib/reference/roles";
import type { Scope } from "@/lib/reference/scopes";

/** Who sent a request, as its credential proves. */
export type Caller = {
  accountNumber: string;
  accountType: AccountType;
  homePlatform: Platform;
  platforms: readonly Platform[];
  /** False for accounts that are confined to sandbox. */
  canGoLive: boolean;
  scopes: ReadonlySet<Scope>;
  credential:
    | { kind: "bearer"; familyId: string }
    | { kind: "api-key"; kid: string; environment: Environment }
    /** Somebody who is signed in to the dashboard, which stands in one environment. */
    | { kind: "member"; memberId: string; role: Role; sessionId: string; environment: Environment };
};

/** Whose things they are, and of which environment. */
export type Owner = { accountNumber: string; environment: Environment };

export type Credentials = { authorization: string | null; apiKey: string | null; clientAddress: string };

export type Authenticate = (credentials: Credentials) => Promise<Caller>;
