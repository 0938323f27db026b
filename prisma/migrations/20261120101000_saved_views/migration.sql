-- CreateTable
CREATE TABLE "saved_view" (
    "id" VARCHAR(26) NOT NULL,
    "member_id" VARCHAR(26) NOT NULL,
    "environment" "environment" NOT NULL,
    "list" VARCHAR(16) NOT NULL,
    "name" TEXT NOT NULL,
    "filters" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_member_id_environment_list_name_key" ON "saved_view"("member_id", "environment", "list", "name");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
