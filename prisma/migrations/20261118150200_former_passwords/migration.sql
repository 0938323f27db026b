-- AlterTable
ALTER TABLE "account" ADD COLUMN     "former_passwords" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "former_passwords" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Keeps three former passwords, so that a new one differs from the last four.
CREATE FUNCTION remember_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.former_passwords := (OLD.password_hash || OLD.former_passwords)[1:3];
  RETURN NEW;
END $$;

CREATE TRIGGER "account_password_remembered" BEFORE UPDATE OF password_hash ON "account"
FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION remember_password();

CREATE TRIGGER "member_password_remembered" BEFORE UPDATE OF password_hash ON "member"
FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION remember_password();
