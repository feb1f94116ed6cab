import { test } from "vitest";
import { isLongRun } from "../switches.ts";

/** A test of what a quicker one proves in its main way already: variants, rare faults, other screens. Told in the long run only. */
export const atLength = test.skipIf(!isLongRun());
