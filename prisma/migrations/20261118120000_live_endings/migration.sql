-- CreateEnum
CREATE TYPE "authentication_place" AS ENUM ('payment', 'inquiry', 'nowhere');

-- AlterTable
ALTER TABLE "authentication_policy" ADD COLUMN     "allows_unconfirmed" BOOLEAN;

-- AlterTable
ALTER TABLE "powertranz_charge" ADD COLUMN     "void_approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "void_started_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "terminal" ADD COLUMN     "authentication_in" "authentication_place",
ADD COLUMN     "certified_at" TIMESTAMPTZ(3);
