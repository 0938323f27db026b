-- AlterTable
ALTER TABLE "merchant_key" ADD COLUMN     "result_verified_at" TIMESTAMPTZ(3);
