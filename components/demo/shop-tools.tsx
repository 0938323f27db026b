import { ChevronDown, ShoppingBag } from "lucide";
import { Unseen } from "@/components/ui/unseen";
import { Icon } from "../ui/icon";
import popover from "../ui/overlay/popover.module.css";
import styles from "./shop-tools.module.css";

type Props = { currency: string; markets: { currency: string; country: string; href: string }[]; items: number };

/** The choice of the currency and a link to the order, at the end of the shop's header. */
export function ShopTools({ currency, markets, items }: Props) {
  return (
    <div className={styles.tools}>
      <details className={styles.menu}>
        <summary className={styles.tool}>
          <Unseen>Currency: </Unseen>
          {currency}
          <Icon of={ChevronDown} />
        </summary>
        <ul className={popover.popover}>
          {markets.map((market) => (
            <li key={market.currency}>
              <a href={market.href} aria-current={market.currency === currency ? "true" : undefined}>
                <span>{market.currency}</span> {market.country}
              </a>
            </li>
          ))}
        </ul>
      </details>
      <a href="#order" className={styles.tool}>
        <Icon of={ShoppingBag} />
        {items === 1 ? "1 item" : `${items} items`}
      </a>
    </div>
  );
}
