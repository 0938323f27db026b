-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "request_digest" BYTEA;
