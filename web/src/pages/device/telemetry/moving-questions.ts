import type { QueryKey } from "@tanstack/react-query";
import type { ShownBefore } from "../../../api/shown-before.ts";
import type { ReadTogether } from "./compared-lines.ts";
import type { Window } from "./telemetry-search.ts";

/** An answer is kept for the next questions of a window that moves on, also while one of them fails or takes long. */
export const keptMs = 300_000;

/**
 * What is asked of channels that are read together. How long before something was may change with the clock: what is beneath
 * the lines takes the place of what was beneath them.
 */
export const questionOf = (kind: "history" | "states", group: ReadTogether, at: Window) => {
  const { deviceId, shiftMs, keys, isBefore } = group;
  const [from, to] = [Math.max(0, at.from - shiftMs), Math.max(1, at.to - shiftMs)];
  return { queryKey: [kind, deviceId, isBefore ? "before" : shiftMs, keys, from, to] as const, from, to };
};

type Question = ReturnType<typeof questionOf>["queryKey"];

/**
 * Answers about the same device that tell of some of these channels and of some of this time: the others' are nothing to
 * show meanwhile, and would say that there are no points.
 */
export const alike = (question: Question): ShownBefore => ({
  beginning: question.slice(0, 3),
  fits: (other: QueryKey) => isOfSome(question, other) && isOfItsTime(question, other),
});

const isOfSome = ([, , , keys]: Question, { 3: asked }: QueryKey): boolean =>
  Array.isArray(asked) && keys.some((key) => asked.includes(key));

const isOfItsTime = ([, , , , from, to]: Question, { 4: begin, 5: end }: QueryKey): boolean =>
  typeof begin === "number" && typeof end === "number" && begin < to && end > from;
