import { currenciesOf } from "@/lib/reference/currencies";
import { type Platform, platformCodes, platforms } from "@/lib/reference/platforms";

/** A merchant profile at the gateway. */
export type Profile = {
  id: string;
  password: string;
  /** The reporting service has a password of its own. */
  reportingPassword: string;
  /** The header `X-Notification-Secret` of webhooks. */
  notificationSecret: string;
  currencies: readonly string[];
  title: string;
};

const testPrefix = "TEST";

/** Public test credentials. They exist only in this emulator. */
function profileOf(platform: Platform, prefix: string): Profile {
  const word = `${prefix}-${platform}`.toLowerCase().replace(/^-/, "");
  return {
    id: `${prefix}EMU${platform}0001`,
    password: `emulator-${word}`,
    reportingPassword: `reports-${word}`,
    notificationSecret: `notifications-${word}`,
    currencies: currenciesOf(platform),
    title: platforms[platform].name,
  };
}

/** They move no money. The order is that of the platforms. */
export const testProfiles: readonly Profile[] = platformCodes.map((platform) => profileOf(platform, testPrefix));

export const profiles: readonly Profile[] = [
  ...testProfiles,
  ...platformCodes.map((platform) => profileOf(platform, "")),
];

export const findProfile = (id: string): Profile | null => profiles.find((profile) => profile.id === id) ?? null;

/** Whether one id is the other one's test profile. */
export const differInPrefix = (one: string, other: string): boolean =>
  one === testPrefix + other || other === testPrefix + one;
