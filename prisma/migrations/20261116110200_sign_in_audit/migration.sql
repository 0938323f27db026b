-- Families of before end 30 days after this migration: the moment of their grant is not stored.
ALTER TABLE "token_family" ADD COLUMN     "ends_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '30 days'::interval);

-- CreateTable
CREATE TABLE "known_network" (
    "account_number" VARCHAR(10) NOT NULL,
    "network" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("account_number","network")
);

-- CreateIndex
CREATE INDEX "known_network_last_used_at_idx" ON "known_network"("last_used_at");

-- AddForeignKey
ALTER TABLE "known_network" ADD CONSTRAINT "known_network_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;
