import { expect, test } from "vitest";
import { announcedFiles, keyValuePairs, listedFiles } from "./device-xml.ts";

async function* body(text: string, chunk = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
}

test.each([
  ["File=/a/b.osfz Tag=preview", { File: "/a/b.osfz", Tag: "preview" }],
  ["File=/a b/c d.osfz Tag=my tag Size=5", { File: "/a b/c d.osfz", Tag: "my tag", Size: "5" }],
  ["File=/a=b.osfz", { File: "/a=b.osfz" }],
  ["  File=x  ", { File: "x" }],
  ["nothing to see", {}],
])("[DHP4] %j: a value runs to the next key", (text, pairs) => {
  expect(Object.fromEntries(keyValuePairs(text))).toEqual(pairs);
});

test("[DHP4, API11] blanks without end in a value cost a step each, not one for every other", () => {
  const blanks = " ".repeat(2_000_000); // a step for each pair of them would take hours
  expect(keyValuePairs(`File=a${blanks}b Tag=c${blanks}`)).toEqual(
    new Map([
      ["File", `a${blanks}b`],
      ["Tag", "c"],
    ]),
  );
});

test("[DHP4, DHP5] an attention without a tag takes it from the name, else it is preview", async () => {
  const text = (file: string) => `<root><attention text="File=${file}"/></root>`;

  expect(await announcedFiles(body(text("/sde/raw/20220629/20220629_115750.osfz")))).toMatchObject([{ tag: "raw" }]);
  expect(await announcedFiles(body(text("/x.osfz")))).toMatchObject([{ name: "/x.osfz", tag: "preview" }]);
});

test("[DHP5] a list is read in portions as it arrives, text split anywhere", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `/ä/${index}.osfz`);
  const xml = `<root>${names.map((name) => `<file name="${name}" tag="t" size="1"/>`).join("")}</root>`;

  const portions = await Array.fromAsync(listedFiles(body(xml)));

  expect(portions.length).toBeGreaterThan(10);
  expect(portions.flat().map(({ name }) => name)).toEqual(names);
});

test.each([
  "<root>/sde/preview/20220629/20220629_115750.osfz /sde/preview/20220629/20220629_115850.osfz</root>",
  "<root><![CDATA[a.osfz]]></root>",
  "<FileList>storage not mounted</FileList>",
])("[DHP5] %s is no empty list: it is not understood", async (xml) => {
  await expect(Array.fromAsync(listedFiles(body(xml)))).rejects.toMatchObject({ code: "LIST_NOT_UNDERSTOOD" });
});

test.each(["<root/>", "<root>\n</root>", '<FileList deviceId="7"></FileList>'])(
  "[DHP5] %j is an empty list",
  async (xml) => {
    expect(await Array.fromAsync(listedFiles(body(xml)))).toEqual([]);
  },
);
