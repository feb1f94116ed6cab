import { test } from "vitest";
import { isLongRun } from "../switches.ts";

/** A test of what a quicker one proves in its main way already: variants, rare faults, other screens. Told in the long run only. */
export const atLength = test.skipIf(!isLongRun());

/** Of cases that go the same way the first ones, which differ most; all of them in the long run. */
export const mostly = <T>(cases: readonly T[], usual: number): readonly T[] =>
  isLongRun() ? cases : cases.slice(0, usual);
