-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "ticket_kind" ADD VALUE 'email_confirmation';
ALTER TYPE "ticket_kind" ADD VALUE 'email_change';

-- DropIndex
DROP INDEX "account_email_living_key";

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "address_ceiling" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "scope_ceiling" TEXT[] DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "email" DROP NOT NULL;

-- CreateTable
CREATE TABLE "confirmed_email" (
    "email" TEXT NOT NULL,
    "holder_id" VARCHAR(26) NOT NULL,

    CONSTRAINT "confirmed_email_pkey" PRIMARY KEY ("email")
);

-- CreateIndex
CREATE UNIQUE INDEX "confirmed_email_holder_id_key" ON "confirmed_email"("holder_id");

-- CreateIndex
CREATE INDEX "account_email_idx" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_unconfirmed_key" ON "account"("created_by_number", "email") WHERE (email_confirmed_at IS NULL AND deleted_at IS NULL);

-- What follows is written by hand: Prisma's schema has no words for it.

-- A member accepted an invitation by mail, so the address is proven to be theirs. An account with the same address was
-- given it by the API, without a proof.
DELETE FROM "dashboard_session" s USING "account" a JOIN "member" m ON m.email = a.email AND m.removed_at IS NULL
WHERE s.member_id = a.account_number AND a.deleted_at IS NULL;
UPDATE "account" a SET "email" = NULL FROM "member" m
WHERE m.email = a.email AND m.removed_at IS NULL AND a.deleted_at IS NULL;
UPDATE "account" SET "email_confirmed_at" = "created_at" WHERE "email" IS NOT NULL;

INSERT INTO "confirmed_email" ("email", "holder_id")
SELECT "email", "account_number" FROM "account" WHERE "email" IS NOT NULL AND "deleted_at" IS NULL
UNION ALL
SELECT "email", "id" FROM "member" WHERE "email" IS NOT NULL AND "removed_at" IS NULL;

-- Changes of one address come one after the other, until their transactions end.
CREATE FUNCTION lock_email(address text) RETURNS void LANGUAGE sql AS
$$ SELECT pg_advisory_xact_lock(hashtextextended(address, 20261116)) $$;

-- The holder confirmed the address: other accounts that have it unconfirmed lose it.
CREATE FUNCTION hold_email(address text, holder text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_email(address);
  INSERT INTO confirmed_email (email, holder_id) VALUES (address, holder)
  ON CONFLICT (holder_id) DO UPDATE SET email = excluded.email;
  UPDATE account SET email = NULL
  WHERE email = address AND account_number <> holder AND email_confirmed_at IS NULL AND deleted_at IS NULL;
END $$;

-- Refuses an unconfirmed address that has a confirmed holder, or that three other accounts have unconfirmed.
CREATE FUNCTION check_unconfirmed_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_email(NEW.email);
  IF EXISTS (SELECT FROM confirmed_email WHERE email = NEW.email AND holder_id <> NEW.account_number) THEN
    RAISE unique_violation USING MESSAGE = 'the address is confirmed by another holder', CONSTRAINT = 'confirmed_email_pkey';
  END IF;
  IF (SELECT count(*) FROM account WHERE email = NEW.email AND account_number <> NEW.account_number
      AND email_confirmed_at IS NULL AND deleted_at IS NULL) >= 3 THEN
    RAISE unique_violation USING MESSAGE = 'three accounts have the address already', CONSTRAINT = 'account_email_unconfirmed_key';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "account_email_insert_checked" BEFORE INSERT ON "account" FOR EACH ROW
WHEN (NEW.email IS NOT NULL AND NEW.email_confirmed_at IS NULL AND NEW.deleted_at IS NULL)
EXECUTE FUNCTION check_unconfirmed_email();
CREATE TRIGGER "account_email_update_checked" BEFORE UPDATE ON "account" FOR EACH ROW
WHEN (NEW.email IS NOT NULL AND NEW.email_confirmed_at IS NULL AND NEW.deleted_at IS NULL
  AND (NEW.email, NEW.email_confirmed_at, NEW.deleted_at) IS DISTINCT FROM (OLD.email, OLD.email_confirmed_at, OLD.deleted_at))
EXECUTE FUNCTION check_unconfirmed_email();

CREATE FUNCTION hold_account_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.email IS NOT NULL AND NEW.email_confirmed_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
    PERFORM hold_email(NEW.email, NEW.account_number);
  ELSIF TG_OP <> 'INSERT' THEN
    DELETE FROM confirmed_email WHERE holder_id = OLD.account_number;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_email_held" AFTER INSERT OR DELETE OR UPDATE OF "email", "email_confirmed_at", "deleted_at" ON "account"
FOR EACH ROW EXECUTE FUNCTION hold_account_email();

CREATE FUNCTION hold_member_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.email IS NOT NULL AND NEW.removed_at IS NULL THEN
    PERFORM hold_email(NEW.email, NEW.id);
  ELSIF TG_OP <> 'INSERT' THEN
    DELETE FROM confirmed_email WHERE holder_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "member_email_held" AFTER INSERT OR DELETE OR UPDATE OF "email", "removed_at" ON "member"
FOR EACH ROW EXECUTE FUNCTION hold_member_email();
