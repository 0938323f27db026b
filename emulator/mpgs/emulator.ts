import { defineEmulator } from "@/emulator/base/emulator";
import { emulatorCards } from "./cards";
import { chargeBack } from "./chargeback";
import { dialWords } from "./dials";
import { ownFaults } from "./faults";
import { presentOrder } from "./present";
import { testProfiles } from "./profiles";
import { routes } from "./routes";
import { settleEveryOrder } from "./settlement";
import { accountLines, cardLines, flowCards, tables } from "./tables";
import { wireRules } from "./violations";
import { createOwn, type MpgsKinds } from "./world";

const definition = defineEmulator<MpgsKinds>({
  acquirer: "mpgs",
  title: "Mastercard Gateway emulator",
  apiPath: "/",
  merchants: testProfiles.map(({ id, password, reportingPassword }) => ({
    merchantId: id,
    secrets: { password, reporting_password: reportingPassword },
  })),
  routes,
  browserEndpoints: ["method", "challenge"],
  credentialName: /password|merchant|auth/i,
  dials: dialWords,
  faults: ownFaults,
  rules: wireRules,
  createOwn,
  present: presentOrder,
  settle: settleEveryOrder,
  tables,
  commands: { chargeback: chargeBack },
  loadCertification: () => import("./certify/run"),
  accountLines,
  cardLines,
  flowCards,
});

export const mpgsEmulator = { ...definition, cards: emulatorCards };
