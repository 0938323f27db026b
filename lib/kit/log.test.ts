import { describe, expect, it } from "vitest";
import { scrub } from "./log";

const hex = "0123456789abcdef".repeat(4);

describe("a log line", () => {
  it.each([
    ["a password", JSON.stringify({ password: 'p"a\\ss word' })],
    ["an API key", `key svc_test_00000000000000000a_${hex} was used`],
    ["an access token", "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"],
    ["a refresh token", `refresh_01ARZ3NDEKTSV4RRFFQ69G5FAV_1_${"x".repeat(43)}`],
    ["an authorization header", '{"authorization":"Basic c2VjcmV0"}'],
    ["a bearer header", "Bearer c2VjcmV0LXRva2Vu"],
    ["a webhook secret", "whsec_c2VjcmV0c2VjcmV0"],
    ["a password hash", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"],
    ["a database password", "postgresql://postgres:c2VjcmV0@127.0.0.1/x"],
    ["a mail server's password", "smtps://tradewind:c2VjcmV0@relay.example.com"],
    ["a card number", "card 4111111111111111 declined"],
    ["a card number in groups", "4111 1111 1111 1111"],
    ["a card number with dashes", "3782-822463-10005"],
    ["a CVC", '{"cvc":"123"}'],
    ["a password in JSON in a text", JSON.stringify({ msg: JSON.stringify({ password: "pa ss word" }) })],
    ["a password in a form", "email=a&password=c2VjcmV0&x=1"],
    ["a password in an object that was printed", "{ password: 'c2VjcmV0' }"],
    ["a password in a list", '{"password":["c2VjcmV0"]}'],
    ["a secret by another name", '{"APP_SECRET":"c2VjcmV0","CARD_KEYS":"c2VjcmV0"}'],
    ["a card number behind a word", "order4111111111111111"],
    ["a card number with dots", "4111.1111.1111.1111"],
    ["a card number with underscores", "order_4111_1111_1111_1111"],
    ["a card number in a longer number", "99994111111111111111"],
  ])("never contains %s", (_what, line) => {
    const scrubbed = scrub(line);
    expect(scrubbed).toMatch(/\[(secret|card)\]/);
    for (const secret of [hex, "c2VjcmV0", "ss word", "4111", "822463", "c2lnbmF0dXJl", "aGFzaA", '"123"', "xxxx"]) {
      expect(scrubbed).not.toContain(secret);
    }
    expect(scrub(scrubbed)).toBe(scrubbed);
  });

  it("is scrubbed in linear time, whatever its length and repetition", () => {
    const texts = ["eyJ-", "eyJaaaaa.", "refresh_", '"password":"\\', "token", "4 ", "a=", "Bearer "];
    for (const text of texts) expect(scrub(text.repeat(20_000)).length).toBeGreaterThan(0);
  });

  it("keeps everything else", () => {
    const line =
      '{"time":"2026-11-15T01:47:44.045Z","requestId":"01M7EE73TS8T822Z6B6TEMV2VB","account":"1234567890","ms":637}';
    expect(scrub(line)).toBe(line);
    expect(scrub("order 4111111111111112")).toBe("order 4111111111111112");
  });
});
