import { buildPages } from "./launch/build";

await buildPages();
