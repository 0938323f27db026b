import { runTw } from "@/operator/frame";

/** The operator's commands: `npm run tw -- <command> <subcommand>`. */
await runTw(process.argv.slice(2), {
  accounts: async () => (await import("@/operator/accounts")).accounts,
  acquirers: async () => (await import("@/operator/acquirers")).acquirers,
  audit: async () => (await import("@/operator/audit")).audit,
  chargebacks: async () => (await import("@/operator/chargebacks")).chargebacks,
  doctor: async () => (await import("@/operator/doctor")).doctor,
  keys: async () => (await import("@/operator/keys")).keys,
  ledger: async () => (await import("@/operator/ledger")).ledger,
  privacy: async () => (await import("@/operator/privacy")).privacy,
  secrets: async () => (await import("@/operator/secrets")).secrets,
  vault: async () => (await import("@/operator/vault")).vault,
  withdrawals: async () => (await import("@/operator/withdrawals")).withdrawals,
});
