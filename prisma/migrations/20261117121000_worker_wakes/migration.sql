-- CreateIndex
CREATE INDEX "checkout_session_moved_clock_idx" ON "checkout_session"("expires_at") WHERE (finalised_at IS NULL AND (clock_offset_ms <> 0 OR clock_stopped_at IS NOT NULL));

-- The rest is written by hand, because Prisma's schema cannot express it.

-- The inverse of session_time(): the database's time at which a session's clock reaches `moment`.
CREATE FUNCTION real_time(moment timestamptz, offset_ms bigint, stopped_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN moment > stopped_at THEN greatest(moment, stopped_at + interval '1 hour') ELSE moment END
    - offset_ms * interval '1 millisecond'
$$;

-- Milliseconds since 1970. Until then a busy worker looks at the queues every 250 ms, and needs no notification.
-- A sequence, because its value is visible to all transactions at once and reading it takes no lock.
CREATE SEQUENCE "worker_awake_until";

-- Notifies the workers at commit. PostgreSQL commits transactions that notify one after the other, so busy workers
-- switch notifications off.
CREATE FUNCTION notify_worker() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT last_value FROM worker_awake_until) < extract(epoch FROM clock_timestamp()) * 1000 THEN
    PERFORM pg_notify('due_work', '');
  END IF;
END $$;

CREATE FUNCTION wake_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_worker();
  RETURN NULL;
END $$;

-- Each worker looks at the queues at least every 10 seconds. So work that is due later needs no notification.
CREATE TRIGGER "webhook_delivery_wakes_worker" AFTER INSERT OR UPDATE OF due_at ON "webhook_delivery" FOR EACH ROW
WHEN (NEW.due_at < clock_timestamp() + interval '15 seconds') EXECUTE FUNCTION wake_worker();

CREATE TRIGGER "mail_wakes_worker" AFTER INSERT OR UPDATE OF due_at ON "mail" FOR EACH ROW
WHEN (NEW.due_at < clock_timestamp() + interval '15 seconds') EXECUTE FUNCTION wake_worker();

CREATE TRIGGER "withdrawal_wakes_worker" AFTER INSERT OR UPDATE OF moves_at ON "withdrawal" FOR EACH ROW
WHEN (NEW.moves_at < clock_timestamp() + interval '15 seconds') EXECUTE FUNCTION wake_worker();

-- New sessions last for minutes, so an insert needs no notification.
CREATE TRIGGER "checkout_session_wakes_worker"
AFTER UPDATE OF clock_offset_ms, clock_stopped_at, expires_at, state ON "checkout_session" FOR EACH ROW
WHEN ((NEW.clock_offset_ms, NEW.clock_stopped_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.clock_offset_ms, OLD.clock_stopped_at, OLD.expires_at)
  OR (OLD.state = 'finalising' AND NEW.state NOT IN ('finalising', 'finalised')))
EXECUTE FUNCTION wake_worker();

-- Attempts and refunds are due by the clock of their session.
CREATE FUNCTION wake_worker_for_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_worker() FROM checkout_session s
  WHERE s.id = NEW.session_id
    AND real_time(least(NEW.inquire_at, NEW.void_at), s.clock_offset_ms, s.clock_stopped_at)
      < clock_timestamp() + interval '15 seconds';
  RETURN NULL;
END $$;

-- `called_at` is the session's time of the insert. A usual attempt is due 20 seconds later and calls no function.
CREATE TRIGGER "attempt_insert_wakes_worker" AFTER INSERT ON "attempt" FOR EACH ROW
WHEN (least(NEW.inquire_at, NEW.void_at) < NEW.called_at + interval '15 seconds')
EXECUTE FUNCTION wake_worker_for_attempt();

CREATE TRIGGER "attempt_update_wakes_worker" AFTER UPDATE OF inquire_at, void_at ON "attempt" FOR EACH ROW
WHEN ((NEW.inquire_at IS NOT NULL AND NEW.inquire_at IS DISTINCT FROM OLD.inquire_at)
  OR (NEW.void_at IS NOT NULL AND NEW.void_at IS DISTINCT FROM OLD.void_at))
EXECUTE FUNCTION wake_worker_for_attempt();

CREATE FUNCTION wake_worker_for_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_worker() FROM checkout_session s
  WHERE s.id = NEW.session_id
    AND real_time(NEW.due_at, s.clock_offset_ms, s.clock_stopped_at) < clock_timestamp() + interval '15 seconds';
  RETURN NULL;
END $$;

CREATE TRIGGER "refund_wakes_worker" AFTER INSERT OR UPDATE OF due_at ON "refund" FOR EACH ROW
WHEN (NEW.due_at IS NOT NULL) EXECUTE FUNCTION wake_worker_for_refund();

CREATE TRIGGER "platform_refund_wakes_worker" AFTER INSERT OR UPDATE OF due_at ON "platform_refund" FOR EACH ROW
WHEN (NEW.due_at IS NOT NULL) EXECUTE FUNCTION wake_worker_for_refund();
