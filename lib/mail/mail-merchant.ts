import { aboutAccess } from "./mail-about-access";
import { aboutMoney } from "./mail-about-money";

/** Every mail to a merchant. */
export const mailMerchant = { ...aboutAccess, ...aboutMoney };
