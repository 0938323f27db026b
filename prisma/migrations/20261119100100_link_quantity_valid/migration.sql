ALTER TABLE "payment_link" VALIDATE CONSTRAINT "payment_link_quantity_check";
ALTER TABLE "checkout_session" VALIDATE CONSTRAINT "checkout_session_quantity_check";
