import { platformCodes } from "@/lib/reference/platforms";
import { certifyAcquirer } from "./acquirer-certify";
import { openCases, reconcileAcquirer } from "./acquirer-reports";
import { type Command, currency, oneOf, platform, subcommand } from "./subcommand";

const terminals = () => import("./terminals");

const rule = oneOf(["allow", "refuse"]);
const choice = oneOf(["accept", "refuse"]);

/** Commands for live acquirers: their terminals, settlement and open cases. No subcommand prints a secret. */
export const acquirers: Command = {
  name: "acquirers",
  summary: "Manage live acquirers: terminals, their order, settlement and open cases.",
  subcommands: {
    add: subcommand({
      help: "Try credentials, and add a terminal at the end of the order. Standard input has the secrets, one in each line.",
      arguments: { acquirer: { label: "acquirer" } },
      options: {
        platform: { value: "code", isRequired: true, read: platform, help: `One of ${platformCodes.join(", ")}.` },
        currency: { value: "code", isRequired: true, read: currency, help: "The platform's own currency, or USD." },
        "merchant-id": { value: "id", isRequired: true, help: "The id that the acquirer gave the merchant account." },
        gateway: {
          value: "gateway",
          help: "A word or the base address. The default is the acquirer's production, if it has one for all banks.",
        },
        with: {
          value: "secret",
          isRepeatable: true,
          help: "An optional secret that is sent too, such as gateway-key.",
        },
        test: { help: "A test account is meant. The command refuses one that moves money." },
      },
      run: async ({ acquirer }, options) => (await terminals()).addFromOptions(acquirer, options),
    }),
    list: subcommand({
      help: "List all terminals in their order, and the authentication policy of each platform.",
      options: { json: { help: "Print JSON." } },
      changesNothing: true,
      run: async (_args, options) => (await terminals()).showTerminals(options),
    }),
    test: subcommand({
      help: "Send a query with the credentials of each active terminal.",
      options: {
        platform: { value: "code", read: platform, help: "Only the terminals of this platform." },
        currency: { value: "code", read: currency, help: "Only the terminals for this currency." },
      },
      changesNothing: true,
      run: async (_args, options) => (await terminals()).testTerminals(options),
    }),
    order: subcommand({
      help: "Choose the order in which the terminals of a platform and currency take new charges. Name each of them.",
      options: { terminal: { value: "id", isRepeatable: true, help: "A terminal. The first one named comes first." } },
      run: async (_args, options) => (await terminals()).orderFromOptions(options),
    }),
    disable: subcommand({
      help: "Stop new charges on a terminal. Refunds and voids of its earlier charges continue.",
      arguments: { terminalId: { label: "terminal id" } },
      options: { "even-last": { help: "Also if payments of its platform and currency are refused then." } },
      async run({ terminalId }, { "even-last": evenLast }) {
        const { disableTerminalOrThrow } = await import("@/lib/acquirers/operate-terminals");
        await disableTerminalOrThrow(terminalId, { evenLast });
        console.log(`Done: disable ${terminalId}.`);
      },
    }),
    certify: certifyAcquirer,
    reconcile: reconcileAcquirer,
    open: openCases,
    policy: subcommand({
      help: "Choose which payers without full 3DS authentication a platform accepts. An omitted option stays as it is.",
      arguments: { platform: { label: "platform", read: platform } },
      options: {
        unavailable: { value: "allow|refuse", read: rule, help: "The bank could not authenticate." },
        unsupported: { value: "allow|refuse", read: rule, help: "The card does not support 3DS." },
        unconfirmed: {
          value: "accept|refuse",
          read: choice,
          help: "Only the payer's browser reports the result of 3DS, and a payer can forge it.",
        },
      },
      run: async (args, options) => (await terminals()).policyFromOptions(args.platform, options),
    }),
  },
  notes: "The exit code of test is 1 if a terminal fails. It does not prove that payments work: see certify.",
};
