import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "../kernel/errors.ts";
import { faultOf, type ThreadFault } from "./thread-fault.ts";
import { ThreadLine, type ThreadTerms } from "./thread-line.ts";

type Request =
  | { readonly do: "echo"; readonly value: unknown }
  | { readonly do: "return"; readonly buffer: ArrayBuffer }
  | { readonly do: "never" | "refuse" | "crash" | "notice" | "fail-in-sqlite" | "close" };

const urlOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** A thread that does as it is told. */
const obedient = (prelude = ""): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { ThreadEnd } from ${urlOf("./thread-end.ts")};
      import { AppError } from ${urlOf("../kernel/errors.ts")};
      const end = new ThreadEnd();
      const handle = (id, request) => {
        if (request.do === "echo") end.done(id, request.value);
        if (request.do === "return") end.done(id, request.buffer, [request.buffer]);
        if (request.do === "refuse") throw new AppError("NOT_NOW", "conflict", "not now");
        if (request.do === "fail-in-sqlite") throw Object.assign(new Error("constraint"), { errcode: 2067 });
        if (request.do === "notice") { end.notice("look"); end.done(id); }
        if (request.do === "crash") setImmediate(() => { throw new Error("out of order"); });
        if (request.do === "close") { end.done(id); end.close(); }
      };
      ${prelude || "end.serve(handle);"}
    `)}`,
  );

function lineTo(file: URL, terms: Partial<ThreadTerms<string>> = {}) {
  const onLost = vi.fn<(error: Error) => void>();
  const errorOf = (fault: ThreadFault) => Object.assign(new Error(fault.message), { fault });
  const line = new ThreadLine<Request, unknown, string>(file, {
    name: "obedient thread",
    start: undefined,
    errorOf,
    onLost,
    ...terms,
  });
  onTestFinished(() => line.terminate());
  return { line, onLost };
}

test("requests are answered, whatever is still open; a buffer goes there and back without a copy", async () => {
  const { line } = lineTo(obedient());
  const open = line.request({ do: "never" });
  open.catch(() => undefined);
  const buffer = new ArrayBuffer(64);

  const returned = await line.request({ do: "return", buffer }, [buffer]);

  expect(returned).toBeInstanceOf(ArrayBuffer);
  expect([buffer.byteLength, buffer.detached]).toEqual([0, true]);
  expect(await line.request({ do: "echo", value: [1, "two"] })).toEqual([1, "two"]);
  expect(line.pending).toBe(1);
});

test("a refusal crosses with its code, a failure of SQLite with its number, and the next request is served", async () => {
  const { line } = lineTo(obedient());

  await expect(line.request({ do: "refuse" })).rejects.toMatchObject({
    message: "not now",
    fault: { refusal: { code: "NOT_NOW", fault: "conflict" }, errcode: undefined },
  });
  await expect(line.request({ do: "fail-in-sqlite" })).rejects.toMatchObject({
    fault: { errcode: 2067, refusal: undefined, stack: expect.stringContaining("constraint") },
  });
  expect(await line.request({ do: "echo", value: 1 })).toBe(1);
});

test("[REL2] a thread that dies is told once; what it was asked and what it is asked is refused with the reason", async () => {
  const { line, onLost } = lineTo(obedient());
  const open = Promise.allSettled([line.request({ do: "never" }), line.request({ do: "crash" })]);

  await line.ended();

  for (const { status, reason } of (await open) as PromiseRejectedResult[])
    expect([status, reason.message]).toEqual(["rejected", "out of order"]);
  await expect(line.request({ do: "echo", value: 1 })).rejects.toThrow("out of order");
  expect(onLost.mock.calls.map(([error]) => error.message)).toEqual(["out of order"]);
  expect([line.isLost, line.pending]).toEqual([true, Number.POSITIVE_INFINITY]);
});

test("[REL2] beyond its bound a request is refused, and none of the others is", async () => {
  const refusal = () => new AppError("BUSY", "busy", "later");
  const { line } = lineTo(obedient(), { bound: { atMost: 2, refusal } });
  await line.ready();
  const [first, second, third] = [1, 2, 3].map((value) => line.request({ do: "echo", value }));

  await expect(third).rejects.toThrow("later");
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(await line.request({ do: "echo", value: 4 })).toBe(4);
});

test("after the last request the thread ends, and nobody is told of a loss", async () => {
  const { line, onLost } = lineTo(obedient());

  await line.last({ do: "close" });
  await line.ended();
  await line.last({ do: "close" });

  await expect(line.request({ do: "echo", value: 1 })).rejects.toThrow("the obedient thread has ended");
  expect(onLost).not.toHaveBeenCalled();
});

test("a thread that waits is opened by a word; one that refuses to start says why to whoever opens it", async () => {
  const waiting = lineTo(obedient("end.whenTold(() => end.serve(handle));"));
  const refusing = lineTo(obedient('end.whenTold(() => end.refused(new AppError("TOO_NEW", "conflict", "too new")));'));

  await waiting.line.open();
  expect(await waiting.line.request({ do: "echo", value: "there" })).toBe("there");
  await expect(refusing.line.open()).rejects.toThrow("too new");
  await refusing.line.ended();
  expect(refusing.onLost).not.toHaveBeenCalled();
});

test("what a thread tells unasked is heard; what cannot be sent fails alone and is not waited for", async () => {
  const onNotice = vi.fn();
  const { line } = lineTo(obedient(), { onNotice });

  await expect(line.request({ do: "echo", value: () => 1 })).rejects.toThrow("could not be cloned");
  await line.request({ do: "notice" });

  expect(onNotice).toHaveBeenCalledExactlyOnceWith("look");
  expect(line.pending).toBe(0);
});

test("what is thrown without being an error crosses as its text", () => {
  expect(faultOf("oh")).toEqual({ message: "oh", stack: undefined, errcode: undefined, refusal: undefined });
});
