import { afterEach, expect, test, vi } from "vitest";
import { LiveConnection } from "./live-connection.ts";

afterEach(() => void vi.unstubAllGlobals());

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
