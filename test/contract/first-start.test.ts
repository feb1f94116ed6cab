import { pino } from "pino";
import { expect, test } from "vitest";
import { DataFolder } from "../../server/src/adapters/data-folder/data-folder.ts";
import { type Administration, composeAdministration } from "../../server/src/compose/administration.ts";
import { type FirstAdministrator, firstStart } from "../../server/src/core/installation/index.ts";
import { readConfig } from "../../server/src/settings/config.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { tempFolder } from "../support/temp-folder.ts";

onEveryDatabase("[RUN4] the first start", (open) => {
  async function arrange() {
    const [opened, folder] = [await open(), await tempFolder()];
    const { config } = readConfig([], { HELIO_DATA_DIR: folder.path });
    const logger = pino({ level: "silent" });
    const platform = await composeAdministration(config, new DataFolder(folder.path), opened.database, logger);
    const told: FirstAdministrator[] = [];
    return {
      platform,
      told,
      start: (parts: Pick<Administration, "facts" | "tenants" | "users"> = platform) =>
        firstStart(parts, config, (administrator) => void told.push(administrator)),
      isPassword: (password = "") =>
        platform.login.authenticate({ username: "admin", password, address: password }).then(
          () => true,
          () => false,
        ),
      [Symbol.asyncDispose]: async () => {
        await opened[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      },
    };
  }

  test("that was interrupted is taken up again, with a password that is told and works", async () => {
    await using installation = await arrange();
    const { platform, told, start, isPassword } = installation;
    const set = async (name: string, value: string) => {
      if (name === "first-start") throw new Error("killed");
      await platform.facts.set(name, value);
    };

    await expect(
      start({
        ...platform,
        facts: {
          get: (name) => platform.facts.get(name),
          check: () => platform.facts.check(),
          setOnce: (name, value) => platform.facts.setOnce(name, value),
          set,
        },
      }),
    ).rejects.toThrow();
    await start();

    expect(await start()).toBeUndefined();
    expect(told).toHaveLength(2);
    expect(await isPassword(told[1]?.generatedPassword)).toBe(true);
  });

  test("leaves an account alone that was there before", async () => {
    await using installation = await arrange();
    const { platform, told, start, isPassword } = installation;
    const tenant = await platform.tenants.create("Default");
    await platform.users.add(tenant.id, { username: "admin", password: "my own password" }, "TENANT_ADMIN");

    await start();

    expect(told).toMatchObject([{ username: "admin", generatedPassword: undefined }]);
    expect(await isPassword("my own password")).toBe(true);
  });

  test("may happen in two processes at once: both go on, and a password that was told works", async () => {
    await using installation = await arrange();
    const { platform, told, start, isPassword } = installation;

    await Promise.all([start(), start(), start()]);

    const works = await Promise.all(told.map(({ generatedPassword }) => isPassword(generatedPassword)));
    expect(works).toContain(true);
    expect(await platform.tenants.list({ page: 0, limit: 10 })).toMatchObject({ totalElements: 1 });
  });

  test("[AUTH6] of many who place one name at once, one creates it and nobody fails", async () => {
    await using installation = await arrange();
    const { users, tenants } = installation.platform;
    const { id } = await tenants.create("Default");
    const person = { username: "admin", password: "a long enough one" };

    const later = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      return users.ensureAssigned(id, person, "TENANT_ADMIN");
    };
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => later(index * 5)));

    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 59 }, () => "already-assigned"), "created"]);
  });
});
