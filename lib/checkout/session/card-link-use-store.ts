import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Locks the card link of a session until the transaction ends, so that parallel attempts take turns. */
export async function lockCardLinkOf(sessionId: string): Promise<void> {
  await query(sql`
    SELECT FROM card_link l JOIN card_link_session own ON own.link_id = l.id
    WHERE own.session_id = ${sessionId} FOR NO KEY UPDATE OF l`);
}

type CardLinkUse = { isWithdrawn: boolean; isStored: boolean; isBusy: boolean };

/** Reads whether the other sessions of a session's card link stored a card or are storing one. */
export async function readCardLinkUse(sessionId: string): Promise<CardLinkUse | null> {
  const [use = null] = await query<CardLinkUse>(sql`
    SELECT l.withdrawn_at IS NOT NULL AS is_withdrawn,
      coalesce(bool_or(s.status = 'success'), false) AS is_stored,
      coalesce(bool_or(s.state IN ('authorising', 'challenged', 'finalising')), false) AS is_busy
    FROM card_link_session own JOIN card_link l ON l.id = own.link_id
    LEFT JOIN card_link_session other ON other.link_id = l.id AND other.session_id <> own.session_id
    LEFT JOIN checkout_session s ON s.id = other.session_id
    WHERE own.session_id = ${sessionId} GROUP BY l.id`);
  return use;
}
