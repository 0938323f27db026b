-- AlterTable
ALTER TABLE "merchant_settings" ADD COLUMN     "signed_live" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "signed_sandbox" BOOLEAN NOT NULL DEFAULT false;
