/** The processing platforms. Each is a country with a currency of its own, and also accepts USD. */
export const platforms = {
  BB: { name: "Barbados", currency: "BBD" },
  GD: { name: "Grenada", currency: "XCD" },
  GY: { name: "Guyana", currency: "GYD" },
  JM: { name: "Jamaica", currency: "JMD" },
  TT: { name: "Trinidad and Tobago", currency: "TTD" },
} as const;

export type Platform = keyof typeof platforms;
export const platformCodes = Object.keys(platforms) as [Platform, ...Platform[]];

export const environments = ["live", "sandbox"] as const;
export type Environment = (typeof environments)[number];

export const accountTypes = ["PERSONAL", "BUSINESS"] as const;
export type AccountType = (typeof accountTypes)[number];
