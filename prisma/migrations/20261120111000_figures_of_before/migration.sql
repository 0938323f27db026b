-- Written by hand. Sums the payments from before the trigger `checkout_session_summed`. The trigger has recorded all
-- later ones in `payment_sum_change`, and no release that adds them to the sums runs yet. It reads all sessions once and
-- locks none of them.
INSERT INTO payment_sum (account_number, environment, hour, currency, outcome, code, payments, volume)
SELECT account_number, environment, hour, currency, outcome, code, count(*), sum(volume)
FROM (
  SELECT s.account_number, s.environment, date_bin('1 hour', s.accepted_at, 'epoch') AS hour, s.currency, outcome,
    CASE WHEN outcome = 'declined' THEN coalesce(s.code, '') ELSE '' END AS code,
    CASE WHEN outcome = 'paid' THEN s.total + s.customer_fee ELSE 0 END AS volume
  FROM checkout_session s, outcome_to_sum(s.status, s.code, s.attempt_id, s.last_code) AS outcome
  WHERE s.status IS NOT NULL AND s.purpose <> 'card_create'
    AND NOT EXISTS (SELECT FROM payment_sum_change c WHERE c.session_id = s.id)) AS ended
GROUP BY account_number, environment, hour, currency, outcome, code;

-- The balance at the end of each of the last 60 days on which it changed.
INSERT INTO balance_day (account_number, environment, currency, day, available)
SELECT account_number, environment, currency, day, available
FROM (
  SELECT j.account_number, j.environment, j.currency, (j.created_at AT TIME ZONE 'America/Port_of_Spain')::date AS day,
    (sum(sum(l.amount)) OVER (PARTITION BY j.account_number, j.environment, j.currency
      ORDER BY (j.created_at AT TIME ZONE 'America/Port_of_Spain')::date))::bigint AS available
  FROM ledger_line l JOIN ledger_journal j ON j.id = l.journal_id
  WHERE l.book = 'available'
  GROUP BY j.account_number, j.environment, j.currency, 4) AS days
WHERE day > now() - interval '60 days';
