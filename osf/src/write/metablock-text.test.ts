import { describe, expect, test } from "vitest";
import { type OsfFile, openOsf } from "../read/osf-file.ts";
import { joinedBytes, rawFile } from "../testing/raw-file.ts";
import { convertOsf } from "../transform/convert.ts";
import { jsonMetablock, xmlMetablock } from "./metablock-text.ts";
import { OsfWriter } from "./osf-writer.ts";

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
