/** The project that merchants copy, run against the demo shop. */
import "@/sdk/playwright/sample/tests/shop.spec";
