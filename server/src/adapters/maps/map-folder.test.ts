import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pmtilesOf, vectorTile } from "../../../../test/support/pmtiles.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { MapFolder } from "./map-folder.ts";
import { pmtilesHead } from "./pmtiles-head.ts";

const tile = { z: 0, x: 0, y: 0, bytes: vectorTile({ earth: [0, 0, 1] }) };
const metadata = {
  attribution: '<a href="https://example.org">&copy; Somebody</a>',
  vector_layers: [{ id: "earth" }, { id: "water" }, "nonsense"],
};

async function folderWith(files: Readonly<Record<string, Buffer>>, chosen?: string) {
  const folder = await tempFolder();
  const path = join(folder.path, "maps");
  await mkdir(path);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
  const said: string[] = [];
  let now = 0;
  const maps = new MapFolder({ folder: path, chosen, clock: () => now, say: (text) => said.push(text) });
  const later = () => {
    now += 60_000;
  };
  return { maps, said, later, path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("[DSH3] the first map by name is shown, or the one that was chosen", async () => {
  const files = {
    "b.pmtiles": pmtilesOf([tile], { metadata }),
    "a.pmtiles": pmtilesOf([tile]),
    "0.txt": Buffer.alloc(0),
  };
  await using first = await folderWith(files);
  await using chosen = await folderWith(files, "b.pmtiles");
  await using missing = await folderWith(files, "c.pmtiles");

  expect(await first.maps.current()).toMatchObject({ name: "a.pmtiles", attribution: "", layers: [] });
  expect(await chosen.maps.current()).toMatchObject({
    ...{ name: "b.pmtiles", size: files["b.pmtiles"].length, tiles: "mvt", minZoom: 0, maxZoom: 0 },
    ...{ attribution: "© Somebody", layers: ["earth", "water"] },
    bounds: { west: -180, south: -85, east: 180, north: 85 },
  });
  expect(await missing.maps.current()).toBeUndefined();
  expect(missing.said.join()).toContain("c.pmtiles");
});

test("[DSH3] its bytes are read for as long as it is the same file", async () => {
  const file = pmtilesOf([tile], { metadata });
  await using place = await folderWith({ "a.pmtiles": file });
  const { version = "" } = (await place.maps.current()) ?? {};

  expect(await place.maps.read(version, 3, 8)).toEqual(file.subarray(3, 9));
  expect(await place.maps.read("another", 3, 8)).toBeUndefined();
  await writeFile(join(place.path, "new"), pmtilesOf([tile, { ...tile, z: 1 }]));
  await rename(join(place.path, "new"), join(place.path, "a.pmtiles"));
  expect(await place.maps.read(version, 3, 8)).toBeUndefined();
  place.later();
  expect(await place.maps.current()).toMatchObject({ maxZoom: 1 });
});

test("[DSH3] a file that cannot be shown is said once, and maps do without", async () => {
  const whole = pmtilesOf([tile], { metadata });
  await using place = await folderWith({ "a.pmtiles": whole.subarray(0, whole.length - 1) });

  expect(await place.maps.current()).toBeUndefined();
  place.later();
  expect(await place.maps.current()).toBeUndefined();
  expect(place.said).toEqual(["a.pmtiles cannot be shown: it is shorter than it should be; maps show coasts"]);
  await writeFile(join(place.path, "a.pmtiles"), whole);
  place.later();
  expect(await place.maps.current()).toMatchObject({ name: "a.pmtiles" });
});

test("[DSH3] what is no map, or one that pages cannot read, is told from one", () => {
  const whole = pmtilesOf([tile]);
  const changed = (at: number, byte: number) => {
    const copy = Buffer.from(whole);
    copy[at] = byte;
    return pmtilesHead(copy, copy.length);
  };

  expect(pmtilesHead(Buffer.from("SQLite format 3"), 15)).toBe("it is no PMTiles file");
  expect(changed(7, 2)).toContain("version 2");
  expect(changed(98, 3)).toContain("gzip");
  expect(changed(99, 0)).toContain("tiles");
  expect(changed(101, 99)).toContain("zoom");
  expect(changed(71, 0xff)).toContain("shorter");
  expect(changed(97, 2)).toMatchObject({ metadata: { isPacked: true } });
});

test("[DSH3] what a map tells of itself may be compressed, and may be nonsense", async () => {
  const packed = (bytes: Buffer) => {
    const file = Buffer.concat([pmtilesOf([tile]), bytes]);
    file.writeBigUInt64LE(BigInt(file.length - bytes.length), 24);
    file.writeBigUInt64LE(BigInt(bytes.length), 32);
    file[97] = 2;
    return file;
  };
  await using good = await folderWith({ "a.pmtiles": packed(gzipSync(JSON.stringify(metadata))) });
  await using bad = await folderWith({ "a.pmtiles": packed(Buffer.from("nonsense")) });

  expect(await good.maps.current()).toMatchObject({ attribution: "© Somebody" });
  expect(await bad.maps.current()).toMatchObject({ attribution: "", layers: [] });
});
