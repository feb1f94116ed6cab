import { describe, expect, test } from "vitest";
import { type OsfFile, openOsf } from "../read/osf-file.ts";
import { joinedBytes, rawFile } from "../testing/raw-file.ts";
import { convertOsf } from "../transform/convert.ts";
import { jsonMetablock, xmlMetablock } from "./metablock-text.ts";
import { OsfWriter } from "./osf-writer.ts";

const channel = { name: "a", datatype: "int8" } as const;

/** A file read, converted without changes, and opened again. */
async function converted(file: Uint8Array): Promise<OsfFile> {
  const parts: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(bytes), close: () => {} };
  await convertOsf(await openOsf(file), (options) => new OsfWriter(sink, options));
  return openOsf(joinedBytes(...parts));
}

describe("what every file has (§8.2)", () => {
  test("of a very old file: the time of creation becomes ISO 8601, the creator is never empty", async () => {
    const old = rawFile("OSF4", '<osf created_utc="1299663000000"><channels/></osf>');
    const { metadata } = (await converted(old)).header;

    expect(metadata).toMatchObject({ createdUtc: "2011-03-09T09:30:00Z", creator: "heliograph", tag: "default" });
  });

  test.each([xmlMetablock, jsonMetablock])("stays as given where it is text: %o", (metablock) => {
    const createdUtc = "2023-11-03T15:47:56.123+01:00";

    expect(metablock({ channels: [], createdUtc })).toContain(createdUtc);
    expect(metablock({ channels: [], createdUtc: "", creator: "", tag: "" })).toMatch(
      /created_utc"?[=:]"\d{4}-.*creator"?[=:]"heliograph".*tag"?[=:]"default"/,
    );
  });
});

describe("unknown keys in XML (§3.2)", () => {
  const xsi = "http://www.w3.org/2001/XMLSchema-instance";

  test("with letters of any language and with prefixes survive from OSF4 to OSF4", async () => {
    const attributes = 'index="0" name="a" datatype="int8" xsi:type="t" größe="3" 温度="4"';
    const file = rawFile("OSF4", `<osf xmlns:xsi="${xsi}" maß="5"><channels><channel ${attributes}/></channels></osf>`);
    const { header } = await converted(file);

    expect(Object.fromEntries(header.metadata.attributes)).toMatchObject({ "xmlns:xsi": xsi, maß: "5" });
    expect(Object.fromEntries(header.channels[0]?.attributes ?? [])).toMatchObject({
      "xsi:type": "t",
      größe: "3",
      温度: "4",
    });
  });

  test("whose prefix nobody declared get a declaration, which others do not", () => {
    const attributes = new Map([
      ["my:key", "1"],
      ["xml:lang", "de"],
    ]);
    const text = xmlMetablock({ channels: [{ ...channel, attributes }], attributes: new Map([["xmlns:b", "urn:b"]]) });

    expect(text).toContain('my:key="1" xml:lang="de"');
    expect(text.match(/xmlns:\w+="[^"]*"/g)).toEqual(['xmlns:b="urn:b"', 'xmlns:my="urn:undeclared:my"']);
  });

  test.each(["a b", "1a", "a:b:c", ":a", "a:", "grad°", "a=b", ""])("that XML cannot have are left out: %j", (key) => {
    const text = xmlMetablock({ channels: [{ ...channel, attributes: new Map([[key, "lost"]]) }] });

    expect(text).not.toContain("lost");
  });
});
