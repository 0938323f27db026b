import { aboutAccess } from "./tell-of-access";
import { aboutMoney } from "./tell-of-money";

/** Every mail to a merchant. */
export const tellMerchant = { ...aboutAccess, ...aboutMoney };
