import type { Words } from "../words/en";

/** Countries of the Caribbean whose addresses name a parish. */
const parishes = ["AG", "BB", "DM", "GD", "GY", "JM", "KN", "LC", "TT", "VC"];

/** The words for state and postcode as addresses of the country use them. */
export function placeLabels(country: string, labels: Words["labels"]): { state: string; zipcode: string } {
  if (country === "US") return { state: labels.stateUs, zipcode: labels.zipcodeUs };
  if (country === "CA") return { state: labels.stateCa, zipcode: labels.zipcodeCa };
  if (country === "GB") return { state: labels.stateGb, zipcode: labels.zipcode };
  return { state: parishes.includes(country) ? labels.parish : labels.state, zipcode: labels.zipcode };
}
