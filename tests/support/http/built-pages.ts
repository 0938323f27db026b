import { buildProduct } from "@/launch/build";

/** Once before the tests of launchers: no start that they measure has to build, and no two files build at once. */
export const setup = () => buildProduct();
