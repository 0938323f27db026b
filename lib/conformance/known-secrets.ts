import type { KitTarget } from "./kit-target";
import type { FetchOnce, RawAnswer } from "./shop-browser";

/** A shorter text is in some pages by chance. The hash key of the public sandbox account is "123". */
const lengthMin = 12;

/** Searches answers of the shop for the secrets of the account. The report names them and never contains them. */
export function watchSecrets({ secrets, webhookSecret }: Pick<KitTarget, "secrets" | "webhookSecret">) {
  const named = {
    "hash key": secrets.hashKey,
    "signing secret": secrets.signingSecret,
    "webhook secret": webhookSecret?.replace(/^whsec_/, "") ?? "",
  };
  // PHP writes slashes in JSON as `\/`.
  const spellings = Object.entries(named)
    .filter(([, secret]) => secret.length >= lengthMin)
    .flatMap(([name, secret]) => [secret, secret.replaceAll("/", "\\/")].map((spelling) => ({ name, spelling })));
  const found = new Set<string>();
  let answers = 0;

  function search({ text, location, cookies }: RawAnswer, url: URL): void {
    answers += 1;
    const all = [text, location, ...cookies].join("\n");
    for (const { name, spelling } of spellings) {
      if (all.includes(spelling)) found.add(`The answer of ${url.origin}${url.pathname} contains the ${name}.`);
    }
  }

  return {
    watching:
      (fetchOnce: FetchOnce): FetchOnce =>
      async (request) => {
        const answer = await fetchOnce(request);
        search(answer, request.url);
        const text = spellings.reduce(
          (left, { name, spelling }) => left.replaceAll(spelling, `[${name}]`),
          answer.text,
        );
        return { ...answer, text };
      },
    finding: () => ({ did: `The kit read ${answers} answers.`, wrong: [...found] }),
  };
}
