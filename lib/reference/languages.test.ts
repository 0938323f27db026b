import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseLanguage, languageCodes } from "./languages";

describe("chooseLanguage", () => {
  it.each([
    ["nl", "fr", "nl"],
    ["pt-BR", "fr", "pt"],
    ["pt_BR", null, "pt"],
    [" ES ", null, "es"],
    ["de", "fr", "fr"],
    ["", "nl-NL,nl;q=0.9,en;q=0.8", "nl"],
  ] as const)("chooses for the requested language %j and Accept-Language %j: %s", (asked, accepted, language) =>
    expect(chooseLanguage(asked, accepted)).toBe(language),
  );

  it.each([
    [null, "en"],
    ["", "en"],
    ["*", "en"],
    ["de-DE,de;q=0.9", "en"],
    ["de,fr;q=0.3", "fr"],
    ["en;q=0.2, es;q=0.9", "es"],
    ["fr;q=0.5,nl;q=0.5", "fr"],
    ["fr;q=0,nl;q=0.1", "nl"],
    ["FR-ca;Q=0.7, en;q=0.6", "fr"],
    ["fr;q=nonsense,es;q=0.1", "es"],
    ["en-TT,en", "en"],
  ])("chooses for Accept-Language %j: %s", (accepted, language) =>
    expect(chooseLanguage(undefined, accepted)).toBe(language),
  );

  it("chooses a supported language for any input", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (asked, accepted) =>
        languageCodes.includes(chooseLanguage(asked, accepted)),
      ),
    );
  });
});
