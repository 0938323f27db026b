import { buildProduct } from "./launch/build";
import { writeSbom } from "./launch/sbom";

await buildProduct();
writeSbom();
