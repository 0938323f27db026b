import { wordsOf } from "@/components/checkout/words/words-of";
import { formatMoney } from "@/lib/format/money";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { LinkView } from "@/lib/payment-links/link-view";
import type { Language } from "@/lib/reference/languages";
import { boundsOf, LinkForm, type LinkFormProps } from "./link-form";
import styles from "./link-page.module.css";
import { PageFrame } from "./page-frame";
import { linkWords } from "./words/words-of";

/** The page of a payment link: what is sold, and a form, or why the link cannot be paid. */
export function LinkPage(props: LinkFormProps) {
  const { view, language } = props;
  const { merchant, environment, state } = view;
  return (
    <PageFrame {...{ language, merchant, environment }} summary={state === "open" && <Offer {...props} />}>
      {state === "open" ? <LinkForm {...props} /> : <Unpayable view={view} state={state} language={language} />}
    </PageFrame>
  );
}

function Offer({ view, language }: { view: LinkView; language: Language }) {
  const { title, description, picture } = view;
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: our pictures are already optimised, and next/image would add script */}
      {picture && <img className={styles.picture} src={picture} width={120} height={120} alt="" />}
      <h1 id="heading" className={styles.heading}>
        {title}
      </h1>
      {description && <p className={styles.description}>{description}</p>}
      <Price view={view} language={language} />
    </>
  );
}

function Price({ view, language }: { view: LinkView; language: Language }) {
  const { amount, fee, currency, quantityMax } = view;
  const { link } = linkWords[language];
  const { summary } = wordsOf(language);
  const format = (minor: bigint) => formatMoney({ amount: minor, currency, language });
  if (amount === null) {
    return (
      <>
        <p className={styles.price}>{fillIn(link.between, boundsOf(view, language))}</p>
        {fee === null && <p className={styles.description}>{link.feeLater}</p>}
      </>
    );
  }
  return (
    <>
      <p className={styles.price}>
        {quantityMax === null ? format(amount + (fee ?? 0n)) : fillIn(link.each, { amount: format(amount) })}
      </p>
      {fee === null && <p className={styles.description}>{link.feeLater}</p>}
      {fee !== null && fee > 0n && (
        <dl className={styles.lines}>
          <div>
            <dt>{summary.asked}</dt>
            <dd>{format(amount)}</dd>
          </div>
          <div>
            <dt>{summary.fee}</dt>
            <dd>{format(fee)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

/** The reader may be the one who pays or paid the link, so the text does not say that somebody else was first. */
function reasonOf({ view, state, language }: UnpayableProps) {
  const { busyNext, paid, paidNext, soldOut, soldOutNext } = linkWords[language].link;
  const { notices } = wordsOf(language);
  switch (state) {
    case "busy":
      return { ...notices.link_busy, next: busyNext };
    case "used_up":
      return view.isStock ? { title: soldOut, next: soldOutNext } : { title: paid, next: paidNext };
    case "closed":
    case "expired":
      return notices[`link_${state}`];
  }
}

type UnpayableProps = { view: LinkView; state: Exclude<LinkView["state"], "open">; language: Language };

/** Says why the link cannot be paid, that nothing was charged, and how to reach the merchant. */
function Unpayable(props: UnpayableProps) {
  const { view, language } = props;
  const { merchant } = view;
  const { title, next } = reasonOf(props);
  return (
    <>
      <h1 id="heading" className={styles.heading}>
        {title}
      </h1>
      <p className={styles.problem} data-testid="money-state">
        {fillIn(next, { merchant: merchant.name })}
      </p>
      {!merchant.support && (
        <p className={styles.problem}>{fillIn(linkWords[language].link.reach, { merchant: merchant.name })}</p>
      )}
    </>
  );
}
