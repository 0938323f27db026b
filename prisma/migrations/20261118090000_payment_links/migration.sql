-- CreateEnum
CREATE TYPE "payment_link_field" AS ENUM ('name', 'phone', 'address', 'note');

-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "payment_link_id" VARCHAR(26);

-- CreateTable
CREATE TABLE "payment_link" (
    "id" VARCHAR(26) NOT NULL,
    "slug" VARCHAR(12) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "platform" "platform" NOT NULL,
    "currency" "currency" NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "amount" BIGINT,
    "amount_min" BIGINT,
    "amount_max" BIGINT,
    "fee_structure" "fee_structure" NOT NULL,
    "asks" "payment_link_field"[] DEFAULT ARRAY[]::"payment_link_field"[],
    "thanks" TEXT,
    "return_url" TEXT,
    "uses_max" INTEGER,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_link_picture" (
    "link_id" VARCHAR(26) NOT NULL,
    "id" VARCHAR(26) NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_link_picture_pkey" PRIMARY KEY ("link_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_link_slug_key" ON "payment_link"("slug");

-- CreateIndex
CREATE INDEX "payment_link_account_number_environment_id_idx" ON "payment_link"("account_number", "environment", "id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "payment_link_picture_id_key" ON "payment_link_picture"("id");

-- AddForeignKey
ALTER TABLE "payment_link" ADD CONSTRAINT "payment_link_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_link_picture" ADD CONSTRAINT "payment_link_picture_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "payment_link"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_payment_link_id_fkey" FOREIGN KEY ("payment_link_id") REFERENCES "payment_link"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- The rest is written by hand, because Prisma's schema cannot express it.

-- A link has a price, or the bounds of an amount that the payer chooses.
ALTER TABLE "payment_link"
  ADD CONSTRAINT "payment_link_price_check" CHECK (
    (amount > 0 AND amount_min IS NULL AND amount_max IS NULL)
    OR (amount IS NULL AND amount_min > 0 AND amount_max > amount_min)),
  ADD CONSTRAINT "payment_link_uses_check" CHECK (uses >= 0 AND (uses_max IS NULL OR uses <= uses_max));

-- A session uses its link from the start of an attempt until the attempt fails, and for good after a success. The update
-- locks the link, so parallel payers take turns, and the check refuses one too many.
CREATE FUNCTION count_payment_link_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_used boolean := OLD.status = 'success' OR OLD.state IN ('authorising', 'challenged', 'finalising');
  is_used boolean := NEW.status = 'success' OR NEW.state IN ('authorising', 'challenged', 'finalising');
BEGIN
  IF coalesce(was_used, false) IS DISTINCT FROM coalesce(is_used, false) THEN
    UPDATE payment_link SET uses = uses + CASE WHEN is_used THEN 1 ELSE -1 END WHERE id = NEW.payment_link_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER checkout_session_uses_link AFTER UPDATE OF state, status ON checkout_session
  FOR EACH ROW WHEN (NEW.payment_link_id IS NOT NULL) EXECUTE FUNCTION count_payment_link_use();
