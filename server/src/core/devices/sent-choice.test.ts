import { describe, expect, test } from "vitest";
import { choiceOf } from "./sent-choice.ts";

const id = "784F394C-42B6-435A-983C-B7BEFF2784F9";

describe("[PRJ1] devices that are changed together", () => {
  test("are named by their ids, by a filter, or by the word that all are meant", () => {
    expect(choiceOf({ deviceIds: [id, id.toLowerCase()] })).toEqual({ deviceIds: [id.toLowerCase()] });
    expect(choiceOf({ filter: { active: false } })).toEqual({ filter: { active: false } });
    expect(choiceOf({ all: true })).toEqual({ filter: {} });
  });

  test("are never all of them because a filter says nothing", () => {
    const boundless = { code: "CHOICE_BOUNDLESS", message: expect.stringContaining("all: true") };

    for (const filter of [{}, { includeDescendants: true }])
      expect(() => choiceOf({ filter })).toThrow(expect.objectContaining(boundless));
  });

  test("are named in one way only", () => {
    const unclear = expect.objectContaining({ code: "CHOICE_UNCLEAR" });

    expect(() => choiceOf({})).toThrow(unclear);
    expect(() => choiceOf({ all: true, filter: { active: true } })).toThrow(unclear);
    expect(() => choiceOf({ deviceIds: [id], filter: { active: true } })).toThrow(unclear);
  });
});
