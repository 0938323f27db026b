import { parseArgs } from "node:util";
import type { Chain, Expected } from "@/lib/audit/verify-chain";
import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run audit -- <what>

  verify [account number]   follows every chain of the audit log, or one, and tells where it first breaks
         [--expect <account number>:<entry>:<digest>]   and whether that entry is still the one that was noted down
  heads                     the newest entry of every chain, to be noted down elsewhere, as --expect takes it
  show   <account number>   what was written down of an account

A chain whose newest entries were removed is whole: only its noted head tells. The beginning of a digest will do.`;

const verbs = ["verify", "heads", "show"] as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(args: string[]) {
  const { values, positionals } = parseOrThrow(args);
  const [given, accountNumber] = positionals;
  const verb = verbs.find((known) => known === given);
  if (!verb || (verb === "show" && !accountNumber)) throw new LaunchError(usage);
  return { verb, accountNumber, expected: values.expect.map(readExpected) };
}

function parseOrThrow(args: string[]) {
  try {
    const options = { expect: { type: "string", multiple: true, default: [] as string[] } } as const;
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new LaunchError(`${(error as Error).message}\n\n${usage}`);
  }
}

function readExpected(text: string): Expected {
  const [, accountNumber, sequence, digestPrefix] = /^(\d{10}):([1-9]\d{0,8}):([0-9a-f]{8,72})$/.exec(text) ?? [];
  if (!accountNumber || !digestPrefix) {
    throw new LaunchError(
      `--expect must be an account number, an entry and 8 or more digits of its digest.\n\n${usage}`,
    );
  }
  return { accountNumber, sequence: Number(sequence), digestPrefix };
}

const show: Record<Request["verb"], (request: Request) => Promise<void>> = {
  async verify({ accountNumber, expected }) {
    const { matchesNotedDigest, verifyChains } = await import("@/lib/audit/verify-chain");
    const problems: string[] = [];
    let [chains, entries] = [0, 0];
    for await (const chain of verifyChains(accountNumber)) {
      chains += 1;
      entries += chain.entries;
      if (chain.broken) problems.push(`${chain.accountNumber}: ${problemOf(chain.broken)}`);
      if (accountNumber) console.log(await headOf(chain));
    }
    for (const noted of expected) {
      if (!(await matchesNotedDigest(noted))) {
        problems.push(`${noted.accountNumber}: entry ${noted.sequence} is gone, or another than was noted down`);
      }
    }
    console.log(`${entries} entries in ${chains} chains.`);
    if (problems.length > 0) throw new LaunchError(problems.join("\n"));
    console.log("Every chain is whole.");
  },
  async heads() {
    const { verifyChains } = await import("@/lib/audit/verify-chain");
    for await (const chain of verifyChains()) console.log(await headOf(chain));
  },
  async show({ accountNumber }) {
    const { entriesOf } = await import("@/lib/audit/verify-chain");
    for await (const { sequence, at, actor, action, subject, detail } of entriesOf(accountNumber)) {
      console.log(JSON.stringify({ sequence, at, actor, action, subject, detail }));
    }
  },
};

const headOf = async ({ accountNumber, sequence, digest }: Chain): Promise<string> => {
  const { hexOf } = await import("@/lib/audit/verify-chain");
  return `${accountNumber}:${sequence}:${hexOf(digest)}`;
};

function problemOf({ sequence, because }: NonNullable<Chain["broken"]>): string {
  return because === "gap" ? `entry ${sequence} is missing` : `entry ${sequence} is not as it was written`;
}

/** The operator's look at the audit log. Nothing here changes it. */
await operatorCommand(readRequest, (request) => show[request.verb](request));
