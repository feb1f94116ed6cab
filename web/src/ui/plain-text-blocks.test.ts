import { expect, test } from "vitest";
import { blocksOf, spansOf } from "./plain-text-blocks.ts";

test("headings, paragraphs and lists are told apart; lines of a paragraph belong together", () => {
  const text = "# Terms\n\nHandle the data\nwith care.\n\n- one\n- two\n1. first\n\nEnd";

  expect(blocksOf(text)).toEqual([
    { kind: "heading", text: "Terms" },
    { kind: "paragraph", text: "Handle the data with care." },
    { kind: "bullets", items: ["one", "two"] },
    { kind: "numbers", items: ["first"] },
    { kind: "paragraph", text: "End" },
  ]);
  expect(blocksOf("")).toEqual([]);
});

test("bold, italic and links are spans, the rest is text", () => {
  expect(spansOf("a **b** *c* [d](https://e.org/f) g")).toEqual([
    { kind: "text", text: "a " },
    { kind: "bold", text: "b" },
    { kind: "text", text: " " },
    { kind: "italic", text: "c" },
    { kind: "text", text: " " },
    { kind: "link", text: "d", url: "https://e.org/f" },
    { kind: "text", text: " g" },
  ]);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert%281%29)",
  "[x](data:text/html,hello)",
  "[x](/relative)",
  "<img src=x onerror=alert(1)>",
  "**unfinished",
])("%s is only text", (text) => {
  const spans = spansOf(text);

  expect(spans.every(({ kind }) => kind === "text")).toBe(true);
  expect(spans.map((span) => span.text).join("")).toBe(text);
});

test.each([
  ["- \n", "bullets"],
  ["1. a\n", "numbers"],
])("a list of 100,000 lines of %j is read at once", (line, kind) => {
  const [list, ...others] = blocksOf(line.repeat(100_000));

  expect([list?.kind, list && "items" in list && list.items.length, others]).toEqual([kind, 100_000, []]);
});

test("a title is read at once, whatever ends its line", () => {
  const text = `# ${" ".repeat(200_000)}x\u2028`;

  expect(blocksOf(text)).toEqual([{ kind: "heading", text: "x\u2028" }]);
});

test("a long text without an end of its marks is read at once", () => {
  expect(spansOf("[".repeat(100_000)).map(({ kind }) => kind)).toEqual(["text"]);
});
