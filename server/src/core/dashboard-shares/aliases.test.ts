import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type DeviceId, newId, type ShareId } from "../../kernel/ids.ts";
import { aliasesOf } from "./aliases.ts";

test("[DSH6] ids of a link are its own, the same each time, and cannot be told without the installation's key", () => {
  const key = randomBytes(32);
  const [share, id] = [newId<ShareId>(), newId<DeviceId>()];

  const alias = aliasesOf(key, share)(id);

  expect(alias).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(aliasesOf(key, share)(id)).toBe(alias);
  const others = [aliasesOf(key, newId<ShareId>())(id), aliasesOf(key, share)(newId<DeviceId>())];
  for (const other of [...others, aliasesOf(randomBytes(32), share)(id)]) expect(other).not.toBe(alias);
});
