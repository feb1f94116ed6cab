import { writeFile } from "node:fs/promises";
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
    expect(await moveTo("target", `HELIO_SECRET=${secret.HELIO_SECRET}`)).toMatchObject({ code: 0, stderr: "" });
    await using _ = await startApp({ HELIO_DATA_DIR: place("target"), ...secret });
  },
);
