import { LaunchError } from "@/launch/processes";
import type { Chain, Expected } from "@/lib/audit/verify-chain";
import { type Command, subcommand } from "./subcommand";

/** Commands for the audit log. All of them only read. */
export const audit: Command = {
  name: "audit",
  summary: "Read the audit log and verify its hash chains.",
  subcommands: {
    verify: subcommand({
      help: "Verify the chain of every account, or of one, and print the first break of each.",
      arguments: { accountNumber: { label: "account number", isOptional: true } },
      options: {
        expect: {
          value: "account number:entry:digest",
          isRepeatable: true,
          read: readExpected,
          help: "Also verify that this entry still has this digest. A prefix of the digest is enough. Repeatable.",
        },
      },
      run: ({ accountNumber }, { expect }) => verify(accountNumber, expect),
    }),
    heads: subcommand({
      help: "Print the newest entry of every chain in the form that --expect takes, to be stored elsewhere.",
      async run() {
        const { verifyChains } = await import("@/lib/audit/verify-chain");
        for await (const chain of verifyChains()) console.log(await headOf(chain));
      },
    }),
    show: subcommand({
      help: "Print the entries of an account, one JSON object per line.",
      arguments: { accountNumber: { label: "account number" } },
      async run({ accountNumber }) {
        const { entriesOf } = await import("@/lib/audit/verify-chain");
        for await (const { sequence, at, actor, action, subject, detail } of entriesOf(accountNumber)) {
          console.log(JSON.stringify({ sequence, at, actor, action, subject, detail }));
        }
      },
    }),
  },
  notes: "A chain whose newest entries were removed still verifies: only --expect with a stored head detects that.",
};

async function verify(accountNumber: string | undefined, expected: Expected[]): Promise<void> {
  const { matchesNotedDigest, verifyChains } = await import("@/lib/audit/verify-chain");
  const problems: string[] = [];
  let [chains, entries] = [0, 0];
  for await (const chain of verifyChains(accountNumber)) {
    chains += 1;
    entries += chain.entries;
    if (chain.broken) problems.push(`${chain.accountNumber}: ${problemOf(chain.broken)}`);
    if (accountNumber) console.log(await headOf(chain));
  }
  for (const head of expected) {
    if (!(await matchesNotedDigest(head))) {
      problems.push(`${head.accountNumber}: entry ${head.sequence} is missing or differs from the expected digest`);
    }
  }
  console.log(`${entries} entries in ${chains} chains.`);
  if (problems.length > 0) throw new LaunchError(problems.join("\n"));
  console.log("Every chain is intact.");
}

function readExpected(text: string, label: string): Expected {
  const [, accountNumber, sequence, digestPrefix] = /^(\d{10}):([1-9]\d{0,8}):([0-9a-f]{8,72})$/.exec(text) ?? [];
  if (!accountNumber || !digestPrefix) {
    throw new LaunchError(`${label} must be an account number, an entry number and 8 or more digits of its digest.`);
  }
  return { accountNumber, sequence: Number(sequence), digestPrefix };
}

async function headOf({ accountNumber, sequence, digest }: Chain): Promise<string> {
  const { hexOf } = await import("@/lib/audit/verify-chain");
  return `${accountNumber}:${sequence}:${hexOf(digest)}`;
}

function problemOf({ sequence, because }: NonNullable<Chain["broken"]>): string {
  return because === "gap" ? `entry ${sequence} is missing` : `entry ${sequence} was changed after it was written`;
}
