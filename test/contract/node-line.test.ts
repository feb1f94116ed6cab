import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type NatsAccess, natsPlaceOf } from "../../server/src/adapters/line-nats/nats-place.ts";
import { NatsWire } from "../../server/src/adapters/line-nats/nats-wire.ts";
import { NodeLine, type Wire } from "../../server/src/core/node-line/index.ts";
import { AppError } from "../../server/src/kernel/errors.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { MemoryServer, MemoryWire } from "../support/memory-wire.ts";
import { hasNats, NatsServer } from "../support/nats-server.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (body: Uint8Array): string => new TextDecoder().decode(body);
const topic = { name: "points", version: 2 };

/** For who asks somebody who says nothing. */
const impatient = { timeoutMs: 500 };

interface Told {
  readonly line: NodeLine;
  readonly troubles: unknown[];
}

function lineOn(
  wire: Wire,
  node: string,
  terms: { installation?: string; maxAsked?: number; maxAnswering?: number; timeoutMs?: number } = {},
): Told {
  const troubles: unknown[] = [];
  const line = new NodeLine(wire, {
    installation: "here",
    node,
    timeoutMs: 60_000,
    maxAsked: 10,
    maxAnswering: 10,
    onTrouble: (error) => troubles.push(error),
    ...terms,
  });
  onTestFinished(() => line.close());
  return { line, troubles };
}

/** What holds on whatever carries the bytes. */
function describeNodeLine(name: string, open: () => Promise<Wire>): void {
  describe(`the line between nodes ${name}`, () => {
    async function pair(): Promise<[Told, Told]> {
      return [lineOn(await open(), "a"), lineOn(await open(), "b")];
    }

    test("[CLU2] one asks and another answers, with whatever bytes, and both know who it was and in which version", async () => {
      const [{ line: a }, { line: b }] = await pair();
      const all = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256);
      b.answer(topic, async ({ from, version, body }) => bytes(`${from} ${version} ${Buffer.compare(body, all)}`));
      b.answer({ name: "echo", version: 1 }, async ({ body }) => body);
      await b.settled();

      expect(text(await a.ask("b", { ...topic, version: 1 }, all))).toBe("a 1 0");
      expect(Buffer.compare(await a.ask("b", { name: "echo", version: 1 }, all), all)).toBe(0);
      expect(await a.ask("b", { name: "echo", version: 1 }, bytes(""))).toHaveLength(0);
    });

    test("[CLU2] what is published reaches all others, of this installation only, in order, and not its sender", async () => {
      const [{ line: a }, { line: b }] = await pair();
      const { line: other } = lineOn(await open(), "c", { installation: "elsewhere" });
      const heard: string[] = [];
      const hear =
        (who: string) =>
        ({ from, body }: { from: string; body: Uint8Array }): void =>
          void heard.push(`${who} hears ${text(body)} of ${from}`);
      a.subscribe(topic, hear("a"));
      const leave = b.subscribe(topic, hear("b"));
      other.subscribe(topic, hear("c"));
      await Promise.all([a.settled(), b.settled(), other.settled()]);

      a.publish(topic, bytes("1"));
      a.publish(topic, bytes("2"));
      b.publish(topic, bytes("3"));
      await expect.poll(() => heard.length).toBe(3);
      leave();
      a.publish(topic, bytes("4"));
      b.publish(topic, bytes("5"));
      await expect.poll(() => heard.length).toBe(4);

      expect(heard.filter((line) => line.startsWith("b"))).toEqual(["b hears 1 of a", "b hears 2 of a"]);
      expect(heard.filter((line) => line.startsWith("a"))).toEqual(["a hears 3 of b", "a hears 5 of b"]);
    });

    test("[CLU2] nodes of two releases: what is newer is refused when asked and left out when said", async () => {
      const [{ line: older }, { line: newer }] = await pair();
      const heard: number[] = [];
      older.subscribe(topic, ({ version }) => heard.push(version));
      older.answer(topic, async () => bytes(""));
      await older.settled();

      newer.publish({ ...topic, version: 3 }, bytes("in a new way"));
      newer.publish({ ...topic, version: 2 }, bytes("as always"));
      const asked = newer.ask("a", { ...topic, version: 3 }, bytes(""));

      await expect(asked).rejects.toMatchObject({ code: "NODE_OF_OTHER_RELEASE", fault: "busy" });
      await expect.poll(() => heard).toEqual([2]);
    });

    test("a refusal arrives as it was; a bug is told where it happened, and only that it happened", async () => {
      const [{ line: a }, { line: b, troubles }] = await pair();
      b.answer({ name: "refuses", version: 1 }, async () => {
        throw new AppError("DEVICE_NOT_FOUND", "not-found", "There is no such device", {
          retryAfterMs: 7,
          params: { id: "x" },
        });
      });
      b.answer({ name: "fails", version: 1 }, async () => {
        throw new Error("secret of the house");
      });
      await b.settled();

      await expect(a.ask("b", { name: "refuses", version: 1 }, bytes(""))).rejects.toMatchObject({
        code: "DEVICE_NOT_FOUND",
        fault: "not-found",
        message: "There is no such device",
        retryAfterMs: 7,
        params: { id: "x" },
      });
      const failed = await a.ask("b", { name: "fails", version: 1 }, bytes("")).catch((error: unknown) => error);
      expect(failed).toMatchObject({ code: "NODE_FAILED", fault: "busy" });
      expect(String(failed)).not.toContain("secret");
      expect(troubles.map(String)).toContain("Error: secret of the house");
    });

    test("[CLU4] who is not there, or says nothing, is a refusal that passes; too much at once is one, too", async () => {
      const { line: a } = lineOn(await open(), "a", impatient);
      const { line: b } = lineOn(await open(), "b");
      const { line: narrow } = lineOn(await open(), "c", { ...impatient, maxAsked: 1 });
      const { line: slow } = lineOn(await open(), "d", { maxAnswering: 1 });
      const never = new Promise<Uint8Array>(() => undefined);
      b.answer(topic, () => never);
      slow.answer(topic, () => never);
      await Promise.all([b.settled(), slow.settled()]);

      await expect(a.ask("nobody", topic, bytes(""))).rejects.toMatchObject({
        code: "NODE_NOT_REACHED",
        fault: "busy",
      });
      const codes = (questions: Promise<unknown>[]): Promise<unknown[]> =>
        Promise.all(questions.map((question) => question.catch((error: AppError) => error.code)));
      const [asked, answered] = await Promise.all([
        codes([narrow.ask("b", topic, bytes("")), narrow.ask("b", topic, bytes(""))]),
        codes([a.ask("d", topic, bytes("")), a.ask("d", topic, bytes(""))]),
      ]);
      expect(asked).toEqual(["NODE_NOT_REACHED", "NODE_BUSY"]);
      expect(answered.sort()).toEqual(["NODE_BUSY", "NODE_NOT_REACHED"]);
    });

    test("[CLU4] who waits for a node that is called dead waits no longer; what others are asked goes on", async () => {
      const [{ line: a }, { line: b }] = await pair();
      const said = Promise.withResolvers<Uint8Array>();
      const { line: c } = lineOn(await open(), "c");
      const heard = Promise.withResolvers<void>();
      b.answer(topic, () => new Promise(() => heard.resolve()));
      c.answer(topic, () => said.promise);
      await Promise.all([b.settled(), c.settled()]);
      const [gone, there] = [a.ask("b", topic, bytes("")), a.ask("c", topic, bytes(""))];
      await heard.promise;

      a.present(["a", "b", "c"]);
      a.present(["a", "c"]);

      await expect(gone).rejects.toMatchObject({ code: "NODE_NOT_REACHED" });
      said.resolve(bytes("here"));
      expect(text(await there)).toBe("here");
    });

    test("[CLU2] questions and answers that are longer than the wire takes cross in parts, whole", async () => {
      const [{ line: a }, { line: b }] = await pair();
      b.answer(topic, async ({ from, version, body }) =>
        Buffer.concat([Buffer.from([from.charCodeAt(0), version]), body, body.subarray(0, 1_000_000)]),
      );
      await b.settled();
      const long = Buffer.alloc(
        3_000_000,
        Uint8Array.from({ length: 251 }, (_, i) => (i * 7) % 251),
      );

      const answers = await Promise.all([a.ask("b", topic, long), a.ask("b", { ...topic, version: 1 }, long)]);

      for (const [at, answer] of answers.entries()) {
        expect([...answer.subarray(0, 2)]).toEqual(["a".charCodeAt(0), 2 - at]);
        expect(Buffer.compare(answer.subarray(2, 2 + long.length), long)).toBe(0);
        expect(answer).toHaveLength(4_000_002);
      }
      expect(() => a.publish(topic, long)).toThrow(RangeError);
    });

    test("what is no envelope harms nobody", async () => {
      const wire = await open();
      const [{ line: a, troubles }] = await pair();
      const heard: string[] = [];
      a.subscribe(topic, ({ body }) => heard.push(text(body)));
      a.answer(topic, async () => bytes("fine"));
      await a.settled();
      for (const odd of [[], [1], [9, 1, 0], [1, 1, 200, 65]])
        wire.publish("helio.here.all.points", Uint8Array.from(odd));
      const answer = await wire.request("helio.here.node.a.points", Uint8Array.of(255), 60_000);
      await wire.settled();
      await wire.close();

      expect(answer[0]).toBe(1); // a refusal
      expect(heard).toEqual([]);
      expect(troubles).toEqual([]);
    });
  });
}

const server = new MemoryServer();
describeNodeLine("in memory", async () => new MemoryWire(server));

describe.skipIf(!hasNats())("with a NATS", () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await NatsServer.start();
  });
  afterAll(() => nats[Symbol.asyncDispose]());
  const quiet = (): void => undefined;
  const wireTo = (urls: string, access: Partial<NatsAccess> = {}, onTrouble: (error: unknown) => void = quiet) =>
    NatsWire.open(natsPlaceOf(urls, { name: "test", ...access }), onTrouble);

  describeNodeLine("by NATS", () => wireTo(`nats://${nats.address}`));

  test("[CLU4] a server that dies is noticed: what is asked fails at once; when it is back, all goes on by itself", async () => {
    await using own = await NatsServer.start();
    const [{ line: a }, { line: b }] = [
      lineOn(await wireTo(own.address), "a", impatient),
      lineOn(await wireTo(own.address), "b"),
    ];
    b.answer(topic, async () => bytes("here"));
    await b.settled();
    expect(text(await a.ask("b", topic, bytes("")))).toBe("here");

    await own.kill();
    await expect.poll(() => [a.isConnected, b.isConnected]).toEqual([false, false]);
    await expect(a.ask("b", topic, bytes(""))).rejects.toMatchObject({ code: "NODE_NOT_REACHED" });
    a.publish(topic, bytes("into the void"));
    await own.startAgain();

    const again = (): Promise<string> => a.ask("b", topic, bytes("")).then(text, String);
    await expect.poll(again, { timeout: 20_000, interval: 100 }).toBe("here");
  });

  test("[CLU4] of several servers another one is taken when one dies", async () => {
    await using one = await NatsServer.start();
    await using two = await NatsServer.start();
    const { line: a } = lineOn(await wireTo(`nats://${one.address},${two.address}`), "a", impatient);
    a.answer(topic, async () => bytes("to myself"));
    await a.settled();

    await one.kill();

    const again = (): Promise<string> => a.ask("a", topic, bytes("")).then(text, String);
    await expect.poll(again, { timeout: 20_000, interval: 100 }).toBe("to myself");
  });

  test("who shows a password or a token is let in, by TLS where it is asked for, and others are not", async () => {
    const { cert, key } = selfSignedCertificate(scratchFolder("nats-tls"));
    const tls = `tls { cert_file: "${cert}", key_file: "${key}" }`;
    await using byPassword = await NatsServer.start(`authorization { user: helio, password: "a b@c" }\n${tls}`);
    await using byToken = await NatsServer.start(`authorization { token: "s3cret" }`);
    const opened = async (wire: Promise<NatsWire>): Promise<boolean> => {
      const open = await wire;
      await open.settled();
      await open.close();
      return true;
    };

    const password = `helio:${encodeURIComponent("a b@c")}`;
    expect(await opened(wireTo(`tls://${password}@${byPassword.address}`, { tls: { caFile: cert } }))).toBe(true);
    expect(await opened(wireTo(`nats://s3cret@${byToken.address}`))).toBe(true);
    await expect(wireTo(`tls://helio:wrong@${byPassword.address}`, { tls: { caFile: cert } })).rejects.toThrow();
    await expect(wireTo(`tls://${password}@${byPassword.address}`)).rejects.toThrow(); // nobody vouches for it
    await expect(wireTo(`nats://${byToken.address}`)).rejects.toThrow();
  });

  test("[CLU4] what was asked when the server went is not waited for until its time is over", async () => {
    await using server = await NatsServer.start();
    const wire = await wireTo(`nats://${server.address}`);
    const other = await wireTo(`nats://${server.address}`);
    const asked = new Promise<void>((resolve) => other.listen("nobody.answers", () => resolve()));
    await other.settled();
    const answer = wire.request("nobody.answers", bytes("?"), 600_000);
    answer.catch(() => undefined);
    await asked;

    await server.kill();

    await expect(answer).rejects.toMatchObject({ trouble: "silent" });
  });

  test("[CLU4] a subject that is allowed later is heard then", async () => {
    const rights = (subject: string) =>
      `authorization { users: [{ user: u, password: p, permissions { publish: [">"], subscribe: ["_INBOX.>", "${subject}"] } }] }`;
    await using strict = await NatsServer.start(rights("another"));
    const troubles: unknown[] = [];
    const wire = await wireTo(`nats://u:p@${strict.address}`, {}, (error) => troubles.push(error));
    const heard: string[] = [];
    wire.listen("later", (body) => heard.push(text(body)));
    await expect.poll(() => troubles.map(String).join()).toContain("later");

    strict.reconfigure(rights("later"));

    await expect
      .poll(
        () => {
          wire.publish("later", bytes("now"));
          return heard[0];
        },
        { timeout: 15_000 },
      )
      .toBe("now");
  });

  test("a subject that the server does not allow is told, and the rest goes on", async () => {
    const rights = `permissions { publish: [">"], subscribe: ["_INBOX.>", "helio.here.all.allowed"] }`;
    await using strict = await NatsServer.start(`authorization { users: [{ user: u, password: p, ${rights} }] }`);
    const troubles: unknown[] = [];
    const wire = await wireTo(`nats://u:p@${strict.address}`, {}, (error) => troubles.push(error));
    const { line } = lineOn(wire, "a");
    const { line: other } = lineOn(await wireTo(`nats://u:p@${strict.address}`), "b");
    const heard: string[] = [];
    line.subscribe({ name: "forbidden", version: 1 }, ({ body }) => heard.push(text(body)));
    line.subscribe({ name: "allowed", version: 1 }, ({ body }) => heard.push(text(body)));
    await line.settled();

    other.publish({ name: "allowed", version: 1 }, bytes("heard"));

    await expect.poll(() => heard).toEqual(["heard"]);
    await expect.poll(() => troubles.map(String).join()).toContain("helio.here.all.forbidden");
  });
});

test("addresses of NATS: several servers, a name and a password, a token, TLS; anything else is refused", () => {
  const name = "node";
  expect(natsPlaceOf("nats://u:p%40@one:4223, two", { name })).toEqual({
    servers: ["one:4223", "two:4222"],
    name,
    user: "u",
    password: "p@",
  });
  expect(natsPlaceOf("tls://t0ken@one", { name })).toEqual({ servers: ["one:4222"], name, token: "t0ken", tls: {} });
  expect(natsPlaceOf("one", { name, credentials: "…" })).toEqual({ servers: ["one:4222"], name, credentials: "…" });
  expect(() => natsPlaceOf("http://one", { name })).toThrow("nats:// or tls://");
});
