import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesBy, type FileEvent, heldStatuses, type StorageStatus, stateAfter } from "./storage-status.ts";

const states = ["unknown", 0, 1, 2, 3] as const;
const events: readonly FileEvent[] = [
  "announced",
  "requested",
  "request-ended",
  "delivered",
  "uploaded",
  "deleted",
  "missing-from-list",
];

/** FILE2 once more, sentence by sentence; a "-" says that the event changes nothing. */
const expected: Record<FileEvent, readonly [unknown: string, ...known: (string | number)[]]> = {
  //                    unknown  0       1    2       3
  announced: /*      */ ["0", "-", "-", 3, "-"],
  requested: /*      */ ["-", 1, "-", "-", "-"],
  "request-ended": /**/ ["-", "-", 0, "-", "-"],
  delivered: /*      */ ["3", 3, 3, 3, "-"],
  uploaded: /*       */ ["2", 2, 2, "-", 2],
  deleted: /*        */ ["-", "-", "-", "gone", 0],
  "missing-from-list": ["-", "gone", "-", "-", 2],
};

describe("[FILE2] the status of a file", () => {
  for (const event of events) {
    test.each(states.map((state, index) => [state, expected[event][index]]))(`${event}: %s becomes %s`, (state, to) => {
      const after = stateAfter(state as StorageStatus, event);

      expect(String(after)).toBe(to === "-" ? String(state) : String(to));
    });
  }

  test("changing many at once makes the same changes as changing one", () => {
    for (const event of events) {
      const changed = changesBy(event).map(({ from, to }) => [from, to]);
      const single = ([0, 1, 2, 3] as const)
        .map((from) => [from, stateAfter(from, event)])
        .filter(([from, to]) => from !== to);
      expect(changed).toEqual(single);
    }
  });

  test("bytes come only by delivery or upload and go only by deletion, whatever happens in which order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (sequence) => {
        let state: StorageStatus | "unknown" = "unknown";
        let hasBytes = false;
        for (const event of sequence) {
          const next: StorageStatus | "unknown" | "gone" = stateAfter(state, event);
          state = next === "gone" ? "unknown" : next;
          if (event === "delivered" || event === "uploaded") hasBytes = true;
          if (event === "deleted") hasBytes = false;
          expect(heldStatuses.some((held) => held === state)).toBe(hasBytes);
        }
      }),
    );
  });
});
