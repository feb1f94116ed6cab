import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { quickFolder, type TempFolder } from "../../../../test/support/temp-folder.ts";
import type { ContentPlace } from "../contents/content-place.ts";
import { FolderContents, hashOfBytes } from "../contents/folder-contents.ts";
import { CommandError } from "../failure.ts";
import { moveContents } from "./move-contents.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = quickFolder();
  vi.spyOn(console, "log").mockReturnValue(undefined); // how far it is
});
afterEach(async () => {
  vi.restoreAllMocks();
  await folder[Symbol.asyncDispose]();
});

const place = (name: string): FolderContents => new FolderContents(`${folder.path}/${name}`);
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const nameOf = (text: string): string => `contents/${hashOf(text)}`;
const derived = `derived/${hashOf("one")}.channels`;

async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function* cutStream(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("o");
  throw new Error("aborted");
}

async function filled(): Promise<FolderContents> {
  const source = place("source");
  for (const text of ["one", "two"]) await source.write(nameOf(text), streamOf(text));
  await source.write(derived, streamOf("channels"));
  return source;
}

/** The same place behind a line on which a read fetches something else, so many times. */
function shaky(source: FolderContents, times: number, fetched: () => AsyncIterable<Uint8Array>) {
  const reads: string[] = [];
  const read = async (name: string) => {
    reads.push(name);
    return reads.filter((one) => one === name).length <= times && name === nameOf("one")
      ? fetched()
      : source.read(name);
  };
  const from: ContentPlace = {
    label: source.label,
    files: () => source.files(),
    sizeOf: (name) => source.sizeOf(name),
    read,
    write: () => expect.unreachable(),
  };
  return { from, readsOf: (name: string) => reads.filter((one) => one === name).length };
}

async function held(at: ContentPlace): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const files of at.files())
    for (const { name } of files) found[name] = await hashOfBytes((await at.read(name)) ?? expect.unreachable());
  return found;
}
const all = { [nameOf("one")]: hashOf("one"), [nameOf("two")]: hashOf("two"), [derived]: hashOf("channels") };

test.each([
  ["a content", nameOf("one"), "eno"],
  ["what was found in one", derived, "slennahc"],
])(
  "[REL5] a move of contents does not end where %s of the same size is another one at the target",
  async (_, name, other) => {
    const [source, target] = [await filled(), place("target")];
    await target.write(name, streamOf(other));

    const moving = moveContents(source, target);

    await expect(moving).rejects.toThrow(CommandError);
    await expect(moving).rejects.toThrow(
      `Files in ${target.label} differ from those of the source:\n  - ${name} is not what was stored\nBegin again`,
    );
  },
);

test("[REL5] a move of contents does not end where one did not stay at the target", async () => {
  const [source, target] = [await filled(), place("target")];
  const forgetful: ContentPlace = {
    ...{ label: target.label, files: () => target.files(), sizeOf: (name) => target.sizeOf(name) },
    read: async (name) => (name === nameOf("two") ? undefined : target.read(name)),
    write: (name, bytes) => target.write(name, bytes),
  };

  await expect(moveContents(source, forgetful)).rejects.toThrow(`  - ${nameOf("two")} is missing\n`);
});

test("[REL5] a content that was damaged in the source is named, and the rest is copied", async () => {
  const [source, target] = [await filled(), place("target")];
  await source.write(nameOf("one"), streamOf("something else"));

  expect(await moveContents(source, target)).toEqual([nameOf("one")]);

  expect(await held(target)).toMatchObject({ [nameOf("two")]: hashOf("two"), [derived]: hashOf("channels") });
});

test.each([
  ["cut short", cutStream],
  ["changed", () => streamOf("eno")],
])("[REL5] a content that was %s on its way twice is fetched a third time, and is whole", async (_, fetched) => {
  const target = place("target");
  const { from, readsOf } = shaky(await filled(), 2, fetched);

  expect(await moveContents(from, target)).toEqual([]);

  expect(await held(target)).toEqual(all);
  expect(readsOf(nameOf("one"))).toBe(3);
});

test("[REL5] a content that is cut short each time fails the move, and is not at the target", async () => {
  const target = place("target");
  const { from, readsOf } = shaky(await filled(), Number.POSITIVE_INFINITY, cutStream);

  const moving = moveContents(from, target);

  await expect(moving).rejects.toThrow(CommandError);
  await expect(moving).rejects.toThrow(`${nameOf("one")} in ${from.label} could not be fetched whole (aborted)`);
  expect(readsOf(nameOf("one"))).toBe(3);
  expect(await target.sizeOf(nameOf("one"))).toBeUndefined();
});
