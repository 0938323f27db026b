import { powertranzKit } from "@/emulator/powertranz/testing/live-kit";
import { describeGatewayDown } from "@/tests/support/live-suites/gateway-down";

describeGatewayDown(powertranzKit);
