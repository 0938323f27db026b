import { defineEmulator } from "@/emulator/base/emulator";
import { emulatorCards } from "./cards";
import { dialWords } from "./dials";
import { ownFaults } from "./faults";
import { presentTransaction } from "./present";
import { routes } from "./routes";
import { settleEverySale } from "./settlement";
import { accountLines, cardLines, flowCards, tables } from "./tables";
import { terminals } from "./terminals";
import { wireRules } from "./violations";
import { createOwn, type PowertranzKinds } from "./world";

const definition = defineEmulator<PowertranzKinds>({
  acquirer: "powertranz",
  title: "PowerTranz emulator",
  apiPath: "/api/",
  merchants: terminals
    .filter(({ gatewayKey }) => gatewayKey === null)
    .map(({ id, password }) => ({ merchantId: id, secrets: { password } })),
  routes,
  browserEndpoints: ["conductor", "challenge"],
  credentialName: /powertranz|password|gatewaykey/i,
  dials: dialWords,
  faults: ownFaults,
  rules: wireRules,
  createOwn,
  present: presentTransaction,
  settle: settleEverySale,
  tables,
  loadCertification: () => import("./certify/run"),
  accountLines,
  cardLines,
  flowCards,
});

export const powertranzEmulator = { ...definition, cards: emulatorCards };

export type PowertranzEmulator = Awaited<ReturnType<typeof powertranzEmulator.start>>;
