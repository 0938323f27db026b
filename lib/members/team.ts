import { takeAddress } from "@/lib/accounts/confirmed-email";
import { isConfirmed } from "@/lib/accounts/email-store";
import { checkPassword } from "@/lib/accounts/rules";
import { recordBy, recordChange } from "@/lib/audit/record";
import { issueTicket } from "@/lib/auth/issue-ticket";
import { listMadeKeys, revokeMadeKeys } from "@/lib/auth/keys/key-makers";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { mailMember } from "@/lib/mail/mail-member";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { type Role, roles } from "@/lib/reference/roles";
import { type Browser, openMemberSession } from "./open-session";
import { requireNotPublicSandbox } from "./sandbox-sign-in";
import { deleteMemberSessions, lockAccountShared } from "./store";
import { insertMember, listMembers, updateMember } from "./team-store";
import { countOpenTickets, listOpenTickets, spendTickets, type TicketRow } from "./ticket-store";
import { findTicket, ticketExpired, useTicket } from "./tickets";
import { deleteViewsOf } from "./view-store";

const ok = { message: "OK" } as const;
const invitations = { kind: "invitation" } as const;
/** Limits unsolicited mail, because every invitation sends a mail. */
const openInvitationsMax = 20;

export type TeamView = Awaited<ReturnType<typeof listTeam>>;

export async function listTeam({ accountNumber }: Caller) {
  const [members, tickets] = await Promise.all([
    listMembers(accountNumber),
    listOpenTickets({ ...invitations, accountNumber }, now()),
  ]);
  const keys = await listMadeKeys(
    accountNumber,
    members.map(({ id }) => id),
  );
  return {
    /** `keys`: the active API keys that the member created. */
    members: members.map((member) => ({ ...member, keys: keys.get(member.id) ?? [] })),
    invitations: tickets.map(toInvitation),
  };
}

const toInvitation = (ticket: TicketRow) => ({
  id: ticket.id,
  email: ticket.email,
  role: roleIn(ticket),
  expiresAt: ticket.expiresAt,
});

function roleIn({ details }: TicketRow): Role {
  const { role: stored } = details as { role?: string };
  return roles.find((role) => role === stored) ?? "support";
}

/**
 * Refuses an address that is in use, because an address signs in to one account only. A new invitation replaces an
 * older one to the same address.
 */
export async function inviteMember(caller: Caller, { email, role }: { email: string; role: Role }) {
  const { accountNumber } = caller;
  requireNotPublicSandbox(accountNumber);
  if (await isConfirmed(email)) throw emailInUse();
  await inTransaction(async () => {
    // Open invitations are counted under a lock, so that parallel requests cannot exceed the limit.
    await lockAccountShared(accountNumber);
    await spendTickets({ ...invitations, accountNumber, email }, now());
    if ((await countOpenTickets({ ...invitations, accountNumber }, now())) >= openInvitationsMax)
      throw new AppError("conflict", `An account may have at most ${openInvitationsMax} open invitations.`, {
        refusal: { reason: "invitations_max", values: { max: openInvitationsMax } },
      });
    const details = { role, invited_by: inviterOf(caller) };
    const id = await issueTicket({ ...invitations, email, accountNumber, details });
    await mailMember.invited(accountNumber, email, role, id);
    if (role === "owner") await mailMerchant.ownerInvited(accountNumber, email);
    await recordChange(caller, "member.invited", { subject: id, detail: { email, role } });
  });
  return ok;
}

const inviterOf = ({ credential, accountNumber }: Caller): string =>
  credential.kind === "member" ? credential.memberId : accountNumber;

export async function withdrawInvitation(caller: Caller, id: string) {
  const { accountNumber } = caller;
  await inTransaction(async () => {
    if ((await spendTickets({ ...invitations, id, accountNumber }, now())) === 0)
      throw selectedInvalid("invitation_id");
    await recordChange(caller, "member.uninvited", { subject: id });
  });
  return ok;
}

/** Finds the invitation for the page that the mailed link opens. */
export async function findInvitation(token: string) {
  const ticket = await findTicket("invitation", token);
  return ticket && toInvitation(ticket);
}

type Joining = { ticket: string; name: string; password: string };

export async function joinTeam({ ticket: token, name, password }: Joining, browser: Browser) {
  const found = await findTicket("invitation", token);
  checkPassword(password, found?.email);
  if (!found) throw ticketExpired();
  const passwordHash = await hashPassword(password);
  return inTransaction(async () => {
    const ticket = await useTicket("invitation", token);
    const { accountNumber, email } = ticket;
    if (!accountNumber) throw ticketExpired();
    if (await isConfirmed(email)) throw emailInUse();
    const [memberId, role] = [newUlid(), roleIn(ticket)];
    const member = { id: memberId, accountNumber, role, email, passwordHash, name, createdAt: now() };
    await takeAddress({ email, actor: "mail" }, () => insertMember(member));
    await mailMerchant.memberJoined(accountNumber, email, role);
    const session = await openMemberSession({ accountNumber, memberId, passwordHash, hasSecondFactor: false }, browser);
    await recordBy(`member ${memberId}`, accountNumber, "member.joined", { subject: memberId, detail: { role } });
    return session;
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailInUse() : error;
  });
}

/** A new role takes effect at once, because every request reads the member's role. */
export async function changeRole(caller: Caller, memberId: string, role: Role) {
  await inTransaction(async () => {
    const email = await updateMember(caller.accountNumber, memberId, { role });
    if (!email) throw selectedInvalid("member_id");
    if (role === "owner") await mailMerchant.ownerMade(caller.accountNumber, email);
    await recordChange(caller, "member.changed", { subject: memberId, detail: { role } });
  });
  return ok;
}

/** Removes a member, ends the member's sessions and open invitations, and revokes the API keys in `revokedKids`. */
export async function removeMember(caller: Caller, memberId: string, revokedKids: readonly string[] = []) {
  const { accountNumber } = caller;
  await inTransaction(async () => {
    const erased = { removedAt: now(), formerPasswords: [] };
    if (!(await updateMember(accountNumber, memberId, erased))) throw selectedInvalid("member_id");
    await deleteMemberSessions({ memberId });
    await deleteViewsOf(memberId);
    const details = { path: ["invited_by"], equals: memberId };
    await spendTickets({ ...invitations, accountNumber, details }, now());
    await revokeMadeKeys(caller, memberId, revokedKids);
    await recordChange(caller, "member.removed", { subject: memberId, detail: { revoked_keys: [...revokedKids] } });
  });
  return ok;
}

const emailInUse = () =>
  new AppError("conflict", "This email address signs in to an account already.", {
    refusal: { reason: "email_in_use" },
  });
