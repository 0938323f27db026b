import { expect, expectTypeOf, it } from "vitest";
import { challengeCode, type Simulation, testCards } from "@/sdk/playwright/src/sandbox-names";
import * as simulation from "../simulation";
import * as cards from "../test-cards";
import { permalinkBehaviours } from "./permalinks";

it("no two behaviours of permalinks have the same name", () => {
  const { gatewayBehaviours, bankBehaviours, refundBehaviours } = simulation;
  const offered = [gatewayBehaviours, bankBehaviours, refundBehaviours].map((values) => values.length - 1);
  const count = offered.reduce((sum, values) => sum + values, cards.testCards.length + 1);
  expect(Object.keys(permalinkBehaviours)).toHaveLength(count);
  expect(Object.keys(permalinkBehaviours).filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
});

it("the Playwright package knows every test card, every behaviour and the bank's code", () => {
  expect(testCards).toEqual(Object.fromEntries(cards.testCards.map(({ name, number }) => [name, number])));
  expect(challengeCode).toBe(simulation.challengeCode);
  expectTypeOf<Required<Simulation>>().toEqualTypeOf<simulation.Simulation>();
});
