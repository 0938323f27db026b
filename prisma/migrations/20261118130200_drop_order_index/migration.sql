-- The new index refuses everything that the previous release relies on, except a second payment of another total.
DROP INDEX "checkout_session_order_key";
