-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "reference" VARCHAR(6);
