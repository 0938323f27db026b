import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

export type TicketRow = Prisma.EmailTicketGetPayload<object>;

/** A ticket is open if it is unused and not expired. */
const open = (at: Date): Prisma.EmailTicketWhereInput => ({ usedAt: null, expiresAt: { gt: at } });

export function findOpenTicket(where: Prisma.EmailTicketWhereInput, at: Date): Promise<TicketRow | null> {
  return db().emailTicket.findFirst({ where: { ...where, ...open(at) } });
}

export function listOpenTickets(where: Prisma.EmailTicketWhereInput, at: Date): Promise<TicketRow[]> {
  return db().emailTicket.findMany({ where: { ...where, ...open(at) }, orderBy: { createdAt: "asc" } });
}

export function countOpenTickets(where: Prisma.EmailTicketWhereInput, at: Date): Promise<number> {
  return db().emailTicket.count({ where: { ...where, ...open(at) } });
}

/** Marks open tickets as used. Returns their number. */
export async function spendTickets(where: Prisma.EmailTicketWhereInput, at: Date): Promise<number> {
  const { count } = await db().emailTicket.updateMany({ where: { ...where, ...open(at) }, data: { usedAt: at } });
  return count;
}
