import { type DashboardContent, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { historyOf, parted, redone, stepped, undone } from "./history.ts";

const titled = (title: string): DashboardContent => ({ title, configuration: emptyConfiguration() });

test("[DSH5] steps are undone and done again; another step forgets what was undone", () => {
  const two = stepped(stepped(historyOf(titled("a")), titled("b"), "title"), titled("c"), "moved");

  const back = undone(two);
  expect(back?.present.title).toBe("b");
  expect(back && redone(back)?.present.title).toBe("c");
  const other = back && stepped(back, titled("d"), "title");
  expect(other && redone(other)).toBeUndefined();
  expect(other?.past.map(({ content }) => content.title)).toEqual(["a", "b"]);
});

test("letters of one word are one step, until somebody goes elsewhere", () => {
  const word = ["b", "bo", "boo"].reduce(
    (history, title) => stepped(history, titled(title), "title", "title"),
    historyOf(titled("a")),
  );
  const later = stepped(parted(word), titled("book"), "title", "title");

  expect(undone(word)?.present.title).toBe("a");
  expect(undone(later)?.present.title).toBe("boo");
});

test("a step that changes nothing is none, and nothing is before the first", () => {
  const history = historyOf(titled("a"));

  expect(stepped(history, titled("a"), "moved")).toBe(history);
  expect(undone(history)).toBeUndefined();
});

test("the oldest steps are forgotten", () => {
  const many = Array.from({ length: 300 }, (_, n) => titled(String(n))).reduce(
    (history, content) => stepped(history, content, "title"),
    historyOf(titled("first")),
  );

  expect(many.past).toHaveLength(200);
});
