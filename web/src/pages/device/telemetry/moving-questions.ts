import type { QueryKey } from "@tanstack/react-query";
import type { ShownBefore } from "../../../api/shown-before.ts";
import type { ReadTogether } from "./compared-lines.ts";
import type { Window } from "./telemetry-search.ts";

/** An answer is kept for the next questions of a window that moves on, also while one of them fails or takes long. */
export const keptMs = 300_000;

/** What is asked of channels that are read together. */
export const questionOf = (kind: "history" | "states", { deviceId, shiftMs, keys }: ReadTogether, at: Window) => {
  const [from, to] = [Math.max(0, at.from - shiftMs), Math.max(1, at.to - shiftMs)];
  return { queryKey: [kind, deviceId, shiftMs, keys, from, to] as const, from, to };
};

/** Answers about the same device that tell of some of these channels: the others' are nothing to show meanwhile. */
export const alike = (kind: "history" | "states", { deviceId, shiftMs, keys }: ReadTogether): ShownBefore => ({
  beginning: [kind, deviceId, shiftMs],
  fits: (question: QueryKey) => {
    const asked = question[3];
    return Array.isArray(asked) && keys.some((key) => asked.includes(key));
  },
});
