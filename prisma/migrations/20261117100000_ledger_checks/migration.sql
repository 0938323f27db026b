-- The lines of a journal are inserted by one statement. So one check of that statement replaces a check per line at the
-- commit. A journal without lines is still refused at the commit.
DROP TRIGGER "ledger_line_balanced" ON "ledger_line";
DROP TRIGGER "ledger_journal_balanced" ON "ledger_journal";
DROP FUNCTION check_journal();

CREATE FUNCTION check_journal_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced text;
BEGIN
  SELECT l.journal_id INTO unbalanced FROM ledger_line l
  WHERE l.journal_id IN (SELECT journal_id FROM added)
  GROUP BY l.journal_id HAVING sum(l.amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % is not balanced', unbalanced USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "ledger_line_balanced" AFTER INSERT ON "ledger_line"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_journal_lines();

CREATE FUNCTION check_journal_has_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_line WHERE journal_id = NEW.id) THEN
    RAISE EXCEPTION 'journal % is not balanced', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "ledger_journal_balanced" AFTER INSERT ON "ledger_journal"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_has_lines();

-- Creates a balance only if it is missing.
CREATE OR REPLACE FUNCTION move_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_balance (account_number, environment, currency)
  SELECT DISTINCT j.account_number, j.environment, j.currency
  FROM added a JOIN ledger_journal j ON j.id = a.journal_id
  WHERE a.book IN ('available', 'held', 'owed') AND NOT EXISTS (
    SELECT FROM merchant_balance b
    WHERE (b.account_number, b.environment, b.currency) = (j.account_number, j.environment, j.currency))
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  UPDATE merchant_balance b
  SET available = b.available + m.available, held = b.held + m.held, owed = b.owed + m.owed
  FROM (
    SELECT j.account_number, j.environment, j.currency,
           coalesce(sum(a.amount) FILTER (WHERE a.book = 'available'), 0) AS available,
           coalesce(sum(a.amount) FILTER (WHERE a.book = 'held'), 0) AS held,
           coalesce(sum(a.amount) FILTER (WHERE a.book = 'owed'), 0) AS owed
    FROM added a JOIN ledger_journal j ON j.id = a.journal_id
    WHERE a.book IN ('available', 'held', 'owed')
    GROUP BY 1, 2, 3
  ) m
  WHERE (b.account_number, b.environment, b.currency) = (m.account_number, m.environment, m.currency);
  RETURN NULL;
END $$;
