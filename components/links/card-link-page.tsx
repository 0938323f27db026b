import { wordsOf } from "@/components/checkout/words/words-of";
import button from "@/components/ui/button.module.css";
import type { CardLinkView } from "@/lib/card-links/card-link-view";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Language } from "@/lib/reference/languages";
import styles from "./link-page.module.css";
import { PageFrame } from "./page-frame";
import { linkWords } from "./words/words-of";

type Props = { view: CardLinkView; language: Language };

/** The page of a card link: a button that leads to the checkout, or why the link cannot be used. */
export function CardLinkPage({ view, language }: Props) {
  const { merchant, environment, state } = view;
  const { link, cardLink } = linkWords[language];
  const says = (text: string) => fillIn(text, { merchant: merchant.name });
  const isWaiting = state === "waiting";
  const heading = isWaiting ? wordsOf(language, "card_create").page.heading : cardLink[state];
  return (
    <PageFrame {...{ language, merchant, environment }}>
      <h1 id="heading" className={styles.heading}>
        {says(heading)}
      </h1>
      {isWaiting ? (
        <form method="post" action={`?lang=${language}`} className={styles.form} data-once>
          <p className={styles.problem}>{says(cardLink.consent)}</p>
          <button type="submit" className={`${button.primary} ${button.large}`}>
            {cardLink.next}
          </button>
          <p className={styles.note}>{link.nothingYet}</p>
        </form>
      ) : (
        <p className={styles.problem}>{says(state === "stored" ? cardLink.storedNext : cardLink.endedNext)}</p>
      )}
    </PageFrame>
  );
}
