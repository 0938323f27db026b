-- Written by hand, because Prisma's schema cannot express it.

-- Gives a new session its reference, also if the previous release inserts it. The letters leave out vowels, so that
-- they form no words, and one of each pair that looks alike. It draws again if the merchant has a session with this
-- reference. `IS NOT DISTINCT FROM` keeps PostgreSQL from planning the lookup with another index of the merchant's
-- sessions, which reads all of them, while the table has no statistics yet.
CREATE FUNCTION give_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  letters CONSTANT text := '23456789CDFGHJKLMNPQRTVWXY';
  drawn text;
BEGIN
  LOOP
    drawn := '';
    FOR place IN 1..6 LOOP
      drawn := drawn || substr(letters, 1 + floor(random() * length(letters))::int, 1);
    END LOOP;
    EXIT WHEN NOT EXISTS (
      SELECT FROM checkout_session s WHERE s.reference = drawn
        AND (s.account_number, s.environment) IS NOT DISTINCT FROM (NEW.account_number, NEW.environment));
  END LOOP;
  NEW.reference := drawn;
  RETURN NEW;
END $$;

CREATE TRIGGER checkout_session_gets_reference BEFORE INSERT ON checkout_session
  FOR EACH ROW WHEN (NEW.reference IS NULL) EXECUTE FUNCTION give_reference();
