import { buildPages } from "./launch/build";
import { writeSbom } from "./launch/sbom";

await buildPages();
writeSbom();
