-- A bank may ask the payer's browser for several steps, and a charge that stores a card has an id for later ones.
ALTER TABLE "attempt" ADD COLUMN     "browser_steps" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "first_charge_id" TEXT;
