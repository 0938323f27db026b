import { mpgsKit } from "@/emulator/mpgs/testing/live-kit";
import { describeGatewayDown } from "@/tests/support/live-suites/gateway-down";

describeGatewayDown(mpgsKit);
