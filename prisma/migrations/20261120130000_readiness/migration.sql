-- The readiness check calls it. A database may answer reads and still fail every payment, because it cannot load
-- PL/pgSQL or the role may not run functions.
CREATE FUNCTION runs_functions() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN true;
END $$;
