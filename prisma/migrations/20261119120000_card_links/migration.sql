-- CreateTable
CREATE TABLE "card_link" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "platform" "platform" NOT NULL,
    "label" TEXT NOT NULL,
    "response_url" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_link_session" (
    "session_id" VARCHAR(26) NOT NULL,
    "link_id" VARCHAR(26) NOT NULL,

    CONSTRAINT "card_link_session_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "card_link_account_number_environment_id_idx" ON "card_link"("account_number", "environment", "id");

-- CreateIndex
CREATE INDEX "card_link_expires_at_idx" ON "card_link"("expires_at");

-- CreateIndex
CREATE INDEX "card_link_session_link_id_idx" ON "card_link_session"("link_id");

-- AddForeignKey
ALTER TABLE "card_link" ADD CONSTRAINT "card_link_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_link_session" ADD CONSTRAINT "card_link_session_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_link_session" ADD CONSTRAINT "card_link_session_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "card_link"("id") ON DELETE CASCADE ON UPDATE CASCADE;
