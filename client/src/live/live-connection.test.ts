import { afterEach, expect, test, vi } from "vitest";
import { LiveConnection } from "./live-connection.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  HeldSocket.made.length = 0;
});

/** As far as a browser's goes; the test says when it opens. */
class HeldSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly made: HeldSocket[] = [];
  readyState = 0;
  readonly did: string[] = [];

  constructor() {
    super();
    HeldSocket.made.push(this);
  }

  says(frame: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(text: string): void {
    this.did.push(`sent ${text}`);
  }

  close(): void {
    this.did.push(`closed while ${this.readyState === 0 ? "opening" : "open"}`);
  }
}

test("[TEL7] a connection that is given up while it is made is closed when it is open, and says nothing", async () => {
  vi.stubGlobal("WebSocket", HeldSocket);
  const live = new LiveConnection({ current: async () => "token" }, "http://node");

  live.start();
  await vi.waitFor(() => expect(HeldSocket.made).toHaveLength(1));
  live.stop();
  live.start();
  await vi.waitFor(() => expect(HeldSocket.made).toHaveLength(2));
  for (const socket of HeldSocket.made.toReversed()) socket.opens();

  const [first, second] = HeldSocket.made;
  expect(first?.did).toEqual(["closed while open"]); // browsers complain about one that is closed before
  expect(second?.did).toEqual(['sent {"type":"auth","token":"token"}']);
});

test("[TEL7] a server that does not answer is told within seconds, again when it does, and after long another connection is made", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", HeldSocket);
  const live = new LiveConnection({ current: async () => "token" }, "http://node");
  const states: string[] = [];
  live.onState = (state) => states.push(state);

  live.start();
  await vi.advanceTimersByTimeAsync(0);
  const [socket] = HeldSocket.made;
  socket?.opens();
  socket?.says({ type: "authenticated" });
  await vi.advanceTimersByTimeAsync(8_000);
  socket?.says({ type: "pong" });
  await vi.advanceTimersByTimeAsync(1_000);

  expect(states).toEqual(["connecting", "open", "lost", "open"]);
  expect(socket?.did).toContain('sent {"type":"ping"}');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states.slice(4)).toEqual(["lost", "lost"]); // silent, then given up
  expect(HeldSocket.made.length).toBeGreaterThan(1);
  live.stop();
});
