import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kit/errors";
import { withCheckDigit } from "@/tests/support/http/payments";
import { chargebackFileBytesMax, readChargebackFile } from "./chargeback-file";

const id = "SB-01M7F61JK17BWFPG6NYTHBQ2XE";
const read = (text: string) => readChargebackFile(Buffer.from(text));
const row = (line: number, cells: Record<string, unknown> = {}) => ({
  line,
  event: "open",
  transactionId: id,
  acquirerReference: null,
  amount: null,
  currency: null,
  bankReference: null,
  ...cells,
});

describe("a file of chargebacks", () => {
  it("may have its columns in any order and case, and other columns are ignored", () => {
    const header = "Note,REFERENCE,Currency,amount,EVENT,Acquirer_Reference,transaction_id";
    const all = { amount: 1205n, currency: "TTD", acquirerReference: "RRN1", bankReference: "Case 7" };
    expect(read(`${header}\nfree text,Case 7,ttd,12.05,Won,RRN1,${id}\n,,,,lost,RRN2,`)).toEqual([
      row(2, { ...all, event: "won" }),
      row(3, { event: "lost", transactionId: null, acquirerReference: "RRN2" }),
    ]);
  });

  it.each([
    ["commas", `transaction_id,event\n${id},open\n`],
    ["semicolons", `transaction_id;event\n${id};open\n`],
    ["a byte order mark and CRLF", `\uFEFFtransaction_id,event\r\n${id},open\r\n`],
    ["quotes", `"transaction_id","event"\n"${id}","open"`],
    ["commas in quotes", `transaction_id,event,note\n${id},open,"a, ""b"""`],
    ["commas between semicolons", `transaction_id;event;note\n${id};open;a, b`],
    ["empty cells after the last column", `transaction_id,event\n${id},open,,`],
    ["missing cells at the end", `transaction_id,event,amount,currency\n${id},open`],
  ])("may have %s", (_what, text) => {
    expect(read(text)).toEqual([row(2)]);
  });

  it("keeps the line numbers of the file, blank lines included", () => {
    expect(read(`\n\ntransaction_id,event\n\n${id},open\n,\n${id},fraud`)).toEqual([
      row(5),
      row(7, { event: "fraud" }),
    ]);
  });

  it("may have no rows", () => {
    expect(read("transaction_id,event\n")).toEqual([]);
  });

  it("may have 10,000 rows and 1 MB, and is refused beyond", () => {
    const rows = (count: number) => `transaction_id,event\n${`${id},open\n`.repeat(count)}`;
    expect(read(rows(10_000))).toHaveLength(10_000);
    expect(() => read(rows(10_001))).toThrow("The file has more than 10000 rows. Nothing was imported.");
    const padded = (bytes: number) => rows(1).padEnd(bytes, " ");
    expect(read(padded(chargebackFileBytesMax))).toHaveLength(1);
    expect(() => read(padded(chargebackFileBytesMax + 1))).toThrow(
      "The file is larger than 1 MB. Nothing was imported.",
    );
  });
});

describe("a file of chargebacks is refused as a whole", () => {
  const names = "transaction_id,event,amount,reference";
  it.each([
    ["it is empty", "\r\n\n", "The file is empty."],
    ["the event column is missing", `transaction_id,state\n${id},open`, "Line 1: the column event is missing."],
    [
      "no column names the payment",
      "event,amount\nopen,1.00",
      "Line 1: the column transaction_id or acquirer_reference is missing.",
    ],
    ["a column appears twice", `event,transaction_id,Event\n`, "Line 1: the column event appears twice."],
    ["the header is not valid CSV", `event,"transaction_id\n`, "Line 1: the line is not valid CSV."],
    [
      "an event is unknown",
      `${names}\n${id},open\n${id},closed`,
      "Line 3: the event must be one of open, won, lost, fraud.",
    ],
    ["an event is missing", `${names}\n${id}`, "Line 2: the event must be one of open, won, lost, fraud."],
    ["a quote is not closed", `${names}\n\n${id},open,,"a`, "Line 3: the line is not valid CSV."],
    ["a row names no payment", `${names}\n,open`, "Line 2: the transaction id or acquirer reference is missing."],
    ["a row has surplus cells", `${names}\n${id},open,1,250.00,A7`, "Line 2: the line has more cells than the header."],
    [
      "an amount has a comma",
      `${names}\n${id},open,"1,250.00"`,
      "Line 2: the amount must be a number such as 1250.00.",
    ],
    ["an amount is negative", `${names}\n${id},open,-12.05`, "Line 2: the amount must be a number such as 1250.00."],
    [
      "a reference is too long",
      `${names}\n${id},open,,${"7".repeat(65)}`,
      "Line 2: the reference must have at most 64 printable characters.",
    ],
    [
      "a reference has control characters",
      `${names}\n${id},open,,a\u001b[2Jb`,
      "Line 2: the reference must have at most 64 printable characters.",
    ],
  ])("if %s", (_why, text, problem) => {
    expect(() => read(text)).toThrow(`${problem} Nothing was imported.`);
  });

  it("if it is not UTF-8", () => {
    const [latin1, utf16] = [
      Buffer.from("transaction_id,event,caf\xe9", "latin1"),
      Buffer.from("\uFEFFevent", "utf16le"),
    ];
    for (const bytes of [latin1, utf16]) {
      expect(() => readChargebackFile(bytes)).toThrow("The file is not UTF-8. Nothing was imported.");
    }
  });
});

describe("card numbers in a file of chargebacks", () => {
  const names = "transaction_id,event,reference,note";
  const problem = "a cell looks like a card number. Delete card numbers from the file. Nothing was imported.";
  it.each([
    ["an ignored column", `${names}\n${id},open,,4111111111111111`],
    ["the reference", `${names}\n${id},open,5555555555554444`],
    ["the transaction id", `${names}\n378282246310005,open`],
    ["a row with another error", `${names}\n4111111111111111,closed`],
    ["a surplus cell", `${names}\n${id},open,,,4111111111111111`],
    ["groups", `${names}\n${id},open,,4111 1111 1111 1111`],
    ["groups with hyphens", `${names}\n${id},open,,card 4111-1111-1111-1111.`],
    ["full-width digits", `${names}\n${id},open,,４１１１ １１１１ １１１１ １１１１`],
    ["a file without a known header", `a;b\n${id};4111111111111111`],
  ])("are found in %s, and only the line is named", (_where, text) => {
    expect(() => read(text)).toThrow(new AppError("invalid", `Line 2: ${problem}`));
  });

  it("are found in the header", () => {
    expect(() => read("event,transaction_id,4111111111111111")).toThrow(new AppError("invalid", `Line 1: ${problem}`));
  });

  it.each([
    ["a masked number", "411111******1111"],
    ["a retrieval reference number of 12 digits", "432109876543"],
    ["an acquirer reference number of 23 digits", `7${withCheckDigit("411111111111111")}123456`],
    ["a UUID whose groups add up to a card number", "41111111-1111-1111-a111-111111111111"],
    ["a date and a time", "2026-11-16 22:30:00"],
  ])("are not mistaken for %s", (_what, cell) => {
    expect(read(`${names}\n${id},open,,${cell}`)).toEqual([row(2)]);
  });
});
