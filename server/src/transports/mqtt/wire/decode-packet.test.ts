import fc from "fast-check";
import { generate, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { decodeConnect, decodePacket } from "./decode-packet.ts";
import { decodePlainPublish } from "./decode-publish.ts";
import { FrameError } from "./frame-reader.ts";
import { ProtocolError } from "./protocol-error.ts";

const topic = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((text) => text.isWellFormed() && !/[#+\0]/.test(text));

const message = fc.record({
  topic,
  payload: fc.uint8Array({ maxLength: 300 }),
  qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
  messageId: fc.integer({ min: 1, max: 65_535 }),
  dup: fc.boolean(),
  retain: fc.boolean(),
  alias: fc.option(fc.integer({ min: 1, max: 65_535 })),
});

test.each([3, 4, 5] as const)("our PUBLISH decoder reads what the general generator writes (level %i)", (version) => {
  fc.assert(
    fc.property(message, ({ alias, payload, qos, dup, messageId, ...rest }) => {
      const properties = version === 5 && alias !== null ? { properties: { topicAlias: alias } } : {};
      const id = qos === 0 ? {} : { messageId };
      const packet: Packet = {
        cmd: "publish",
        payload: Buffer.from(payload),
        qos,
        dup: qos > 0 && dup,
        ...rest,
        ...id,
        ...properties,
      };

      const decoded = decodePacket(generate(packet, { protocolVersion: version }), version);

      expect(decoded).toEqual({
        cmd: "publish",
        payload: Buffer.from(payload),
        qos,
        dup: qos > 0 && dup,
        ...rest,
        messageId: qos === 0 ? 0 : messageId,
        topicAlias: version === 5 ? (alias ?? undefined) : undefined,
      });
    }),
  );
});

test("PUBLISH with properties is left to the general parser", () => {
  const packet: Packet = { cmd: "publish", topic: "a", payload: "b", qos: 0, dup: false, retain: false };
  const withAlias = generate({ ...packet, properties: { topicAlias: 1 } }, { protocolVersion: 5 });

  expect(decodePlainPublish(withAlias, 5)).toBeUndefined();
  expect(decodePlainPublish(generate(packet, { protocolVersion: 5 }), 5)?.topic).toBe("a");
});

test("[REL3] whatever the bytes of a packet are, they are read or refused in our words", () => {
  const frame = fc
    .tuple(fc.nat(255), fc.uint8Array({ maxLength: 127 }))
    .map(([first, body]) => Buffer.concat([Buffer.from([first, body.length]), body]));

  fc.assert(
    fc.property(frame, fc.constantFrom(3 as const, 4 as const, 5 as const), (bytes, version) => {
      for (const decode of [() => decodePacket(bytes, version), () => decodeConnect(bytes)]) {
        try {
          decode();
        } catch (error) {
          expect(error instanceof ProtocolError || error instanceof FrameError).toBe(true);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a packet that could not be read leaves nothing behind for the next one", () => {
  const good = generate(
    { cmd: "unsubscribe", messageId: 7, unsubscriptions: ["v1/devices/me/x"] },
    { protocolVersion: 5 },
  );

  for (const bad of [
    [0xa2, 1, 0],
    [0x82, 5, 0, 1, 0, 0, 9],
    [0xe0, 2, 0, 99],
  ]) {
    expect(() => decodePacket(Buffer.from(bad), 5)).toThrow(ProtocolError);
    expect(decodePacket(good, 5)).toMatchObject({ cmd: "unsubscribe", messageId: 7 });
  }
});
