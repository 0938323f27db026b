/** The accepted card networks and the format of their numbers. */
export const cardNetworks = {
  visa: { name: "Visa", prefix: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3], cvcLength: 3 },
  mastercard: {
    name: "Mastercard",
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    cvcLength: 3,
  },
  amex: { name: "American Express", prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  discover: {
    name: "Discover",
    prefix: /^(6011|64[4-9]|65|622(12[6-9]|1[3-9]|[2-8]|9[01]|92[0-5]))/,
    lengths: [16, 19],
    groups: [4, 4, 4, 4, 3],
    cvcLength: 3,
  },
} as const;

export type CardNetwork = keyof typeof cardNetworks;
export const networkCodes = Object.keys(cardNetworks) as [CardNetwork, ...CardNetwork[]];

export const cardNumberLengthMin = 13;
export const cardNumberLengthMax = 19;
const usualGroups = [4, 4, 4, 4, 3];

/** Detects the card network by the first digits. Null if none matches; the checkout page then asks the payer. */
export function detectNetwork(digits: string): CardNetwork | null {
  return networkCodes.find((code) => cardNetworks[code].prefix.test(digits)) ?? null;
}

/** Networks that we do not accept. A page can name them instead of asking for the network. */
const refusedNetworks = [
  { name: "Diners Club", prefix: /^3(0[0-5]|095|[689])/, groups: [4, 6, 4] },
  { name: "JCB", prefix: /^35(2[89]|[3-8])/, groups: usualGroups },
  { name: "UnionPay", prefix: /^(62|81)/, groups: usualGroups },
  { name: "Maestro", prefix: /^(5[06-8]|6304|639|67)/, groups: usualGroups },
];

/** From this many digits on, the network of a number is certain: Discover shares the first two with UnionPay. */
const certainLength = 6;

const findRefused = (digits: string) =>
  detectNetwork(digits) ? undefined : refusedNetworks.find(({ prefix }) => prefix.test(digits));

/** The name of the network if we do not accept it, otherwise null. */
export function refusedNetwork(digits: string): string | null {
  return (digits.length >= certainLength && findRefused(digits)?.name) || null;
}

/** Groups the digits of a card number as printed on the card. Surplus digits stay, so that no typed digit is lost. */
export function groupDigits(digits: string): string {
  const network = detectNetwork(digits);
  const groups: string[] = [];
  let rest = digits;
  for (const size of (network ? cardNetworks[network] : findRefused(digits))?.groups ?? usualGroups) {
    if (!rest) break;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...groups, rest].filter(Boolean).join(" ");
}
