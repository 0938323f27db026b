import { wordsOf } from "@/components/checkout/words/words-of";
import { expect, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { expectWhole } from "@/tests/support/browser/layout";
import { moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";
import { missingCard } from "@/tests/support/in-process/texts";

/**
 * Five languages, chosen by the browser or by the payer. page-texts.http.test.ts reads what the page says in each of
 * them, and text-lengths.test.ts checks that the texts fit.
 */
test.use({ locale: "pt-BR" });

for (const method of takeTurns().methods()) {
  test(`${method}: the page starts in the browser's language, and in each chosen one its errors and a lost connection are whole at 320 px in the last minute`, async ({
    page,
    context,
    shop,
    watch,
  }) => {
    watch.allow(/Failed to load resource|ERR_/);
    const order = await shop.order({ method });
    await moveClock(order, { advance_ms: 130_000, stopped: true });
    const checkout = await openCheckout(page, order);
    for (const [language, next, name] of [
      ["pt", "es", "Español"],
      ["es", "nl", "Nederlands"],
      ["nl", "fr", "Français"],
      ["fr", "en", "English"],
      ["en", "pt", "Português"],
    ] as const) {
      const said = wordsOf(language);
      await expect(checkout.checkout).toHaveAttribute("lang", language);
      await expect(checkout.root).toHaveAttribute("lang", language);
      await checkout.isScripted();
      await expect(checkout.countdown).toHaveText(/^0:/);
      await checkout.pay.click();
      await expect(checkout.summary.getByRole("link")).toHaveText(missingCard(said));
      await context.setOffline(true);
      await expect(checkout.root.getByText(said.page.offline)).toBeVisible();
      for (const width of isDeep ? [1280, 320] : [320]) {
        await page.setViewportSize({ width, height: 640 });
        await expectWhole(checkout.root, `${language} at ${width} px`);
      }
      await context.setOffline(false);
      await expect(checkout.root.getByText(said.page.offline)).toBeHidden();
      await checkout.root.getByRole("combobox", { name: said.page.language }).selectOption({ label: name });
      await expect(checkout.root.getByRole("combobox", { name: wordsOf(next).page.language })).toHaveValue(next);
    }
  });
}
