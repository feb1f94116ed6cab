import { expect, test } from "vitest";
import { DeviceTokens } from "./device-tokens.ts";

test("[API2, DEV4] a token that no database can be asked for is nobody's", async () => {
  const tokens = new DeviceTokens(
    {
      tokensOf: async () => new Map(),
      findByToken: async () => {
        throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
      },
    },
    { publish: () => undefined, subscribe: () => () => undefined },
  );

  expect(await tokens.find("a\0b")).toBeUndefined();
});
