import { type CardNetwork, cardNetworks } from "@/lib/reference/card-networks";

/** The artwork of a network, or that of any card if the network is not known. */
export const cardNetworkOf = (network: string | null): CardNetwork | "generic" =>
  network !== null && Object.hasOwn(cardNetworks, network) ? (network as CardNetwork) : "generic";
