import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { helioHere } from "../support/helio-here.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import { quickFolder } from "../support/temp-folder.ts";

test.skipIf(!hasPostgres())(
  "[CLU1, RUN9] a move of keys under a secret is refused before anything is copied where the target has none, or another one",
  async () => {
    await using folder = quickFolder();
    const place = (name: string): string => join(folder.path, name);
    const secret = { HELIO_SECRET: "a secret of sixteen and more" };
    const source = { ...secret, HELIO_DATA_DIR: place("source"), HELIO_DATABASE_URL: await createPostgresDatabase() };
    await (await startApp(source))[Symbol.asyncDispose]();
    const moveTo = async (name: string, settings: string) => {
      await writeFile(place(`${name}.env`), `HELIO_DATA_DIR=${place(name)}\n${settings}\n`);
      return helioHere(["move", place(`${name}.env`)], source);
    };

    expect(await moveTo("target", "")).toMatchObject({
      ...{
        code: 1,
        stderr: expect.stringContaining("which the settings of the target do not have. Nothing was changed"),
      },
    });
    expect(await moveTo("target", "HELIO_SECRET=another one of sixteen")).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("is another one. Nothing was changed") },
    });
    expect(await moveTo("target", `HELIO_SECRET_FILE=${place("nowhere")}`)).toMatchObject({
      ...{ code: 2, stderr: expect.stringMatching(/HELIO_SECRET_FILE .*nowhere" cannot be read: ENOENT/) },
    });
    expect(await moveTo("target", `HELIO_SECRET=${secret.HELIO_SECRET}`)).toMatchObject({ code: 0, stderr: "" });
    await using _ = await startApp({ HELIO_DATA_DIR: place("target"), ...secret });
  },
);

test("[CLU1, RUN3] a file of a secret that is not there ends a move and a start before anything is made", async () => {
  await using folder = quickFolder();
  const place = (name: string): string => join(folder.path, name);
  const source = { HELIO_DATA_DIR: place("source") };
  const missing = { HELIO_SECRET_FILE: place("nowhere") };
  await (await startApp(source))[Symbol.asyncDispose]();
  await writeFile(
    place("target.env"),
    `HELIO_DATA_DIR=${place("target")}\nHELIO_SECRET_FILE=${missing.HELIO_SECRET_FILE}\n`,
  );

  const moved = await helioHere(["move", place("target.env")], source);

  expect(moved).toMatchObject({ stderr: expect.stringMatching(/HELIO_SECRET_FILE .* cannot be read: ENOENT/) });
  expect(moved.code).not.toBe(0);
  await expect(startApp({ HELIO_DATA_DIR: place("new"), ...missing })).rejects.toThrow("HELIO_SECRET_FILE");
  expect((await readdir(folder.path)).sort()).toEqual(["source", "target.env"]);
});
