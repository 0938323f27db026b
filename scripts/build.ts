import { buildProduct, generateClient } from "@/launch/build";
import { writeSbom } from "@/launch/sbom";

/**
 * npm run build                                        everything that production runs
 * node --import tsx scripts/build.ts --client          the Prisma client, which type checks need
 */
if (process.argv.includes("--client")) await generateClient();
else {
  await buildProduct();
  writeSbom();
}
