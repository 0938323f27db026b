import { merchantViewOf } from "@/lib/checkout/page/merchant-view";
import type { Minor } from "@/lib/kit/money";
import { linkPageUrl } from "@/lib/kit/own-pages";
import { computeFees } from "@/lib/transactions/fees";
import type { LinkView } from "./link-view";
import type { FoundLink } from "./pay-link";
import { isStock, quantityOffered } from "./rules";

export function viewLink({ link, state }: FoundLink): LinkView {
  const { environment, platform, currency, title, description, amount, amountMin, amountMax, asks } = link;
  return {
    ...{ state, environment, platform, currency, title, description, amount, amountMin, amountMax, asks },
    url: linkPageUrl(link.slug),
    merchant: merchantViewOf(link.account),
    accent: link.account.settings?.accentColour ?? null,
    picture: link.picture && `/pictures/${link.picture.id}`,
    fee: feeOf(link),
    quantityMax: quantityOffered(link),
    isStock: isStock(link),
  };
}

function feeOf({ platform, currency, amount, feeStructure, quantityMax }: FoundLink["link"]): Minor | null {
  if (feeStructure === "merchant_absorb") return 0n;
  return amount === null || quantityMax !== null
    ? null
    : computeFees({ platform, currency, total: amount, feeStructure }).customerFee;
}
