ALTER TABLE "checkout_session" VALIDATE CONSTRAINT "checkout_session_payment_link_id_fkey";
