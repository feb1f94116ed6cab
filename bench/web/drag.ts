import { emptyConfiguration, gridColumns } from "@heliograph/contract";
import type { Page } from "playwright-core";
import type { LoggedIn } from "../child-node.ts";

/** A dashboard whose charts and numbers fill a page, five in a row; answers with its id. */
export async function fillDashboard(
  client: LoggedIn,
  deviceId: string,
  keys: readonly string[],
  count: number,
): Promise<string> {
  const devices = { kind: "DEVICES", deviceIds: [deviceId] };
  const key = (at: number) => keys[at % keys.length] ?? "";
  const widget = (at: number) =>
    at % 2 === 0
      ? { kind: "TIME_SERIES", version: 1, title: `w${at}`, options: { devices, channels: [{ key: key(at) }] } }
      : { kind: "VALUE", version: 1, title: `w${at}`, options: { devices, channel: { key: key(at) } } };
  const numbers = Array.from({ length: count }, (_, at) => at);
  const w = Math.floor(gridColumns / 5);
  const layout = numbers.map((at) => ({ widget: `w${at}`, x: (at % 5) * w, y: Math.floor(at / 5) * 8, w, h: 8 }));
  const widgets = Object.fromEntries(numbers.map((at) => [`w${at}`, widget(at)]));
  const configuration = { ...emptyConfiguration(), widgets, pages: [{ id: "all", title: "All", layout }] };
  const body = JSON.stringify({ title: "bench", configuration });
  const answer = await client.post("/api/dashboard", body, "application/json");
  if (!answer.ok) throw new Error(`the dashboard was refused: ${await answer.text()}`);
  return ((await answer.json()) as { id: { id: string } }).id.id;
}

/** Carries the first widget around over the others; `drawing` is the script's part of each frame. */
export const dragFrames = (
  page: Page,
  forMs: number,
): Promise<{ readonly frames: number[]; readonly drawing: number[] }> =>
  page
    .locator(".edit-cover")
    .first()
    .evaluate(
      (cover, duration) =>
        new Promise((resolve) => {
          const { left, top, width, height } = cover.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const send = (target: EventTarget, type: string, dx: number, dy: number) =>
            target.dispatchEvent(
              new PointerEvent(type, {
                ...{ bubbles: true, button: 0, pointerId: 1, pointerType: "mouse" },
                ...{ clientX: x + dx, clientY: y + dy },
              }),
            );
          const [frames, drawing]: [number[], number[]] = [[], []];
          const start = performance.now();
          let last = start;
          send(cover, "pointerdown", 0, 0);
          const draw = (now: number) => {
            frames.push(now - last);
            last = now;
            const turn = (now - start) / 600;
            const begun = performance.now();
            send(window, "pointermove", 400 + Math.sin(turn) * 400, 150 + Math.cos(turn) * 150);
            // The editor's own frame comes behind this one.
            requestAnimationFrame(() => queueMicrotask(() => drawing.push(performance.now() - begun)));
            if (now - start <= duration) return requestAnimationFrame(draw);
            send(window, "pointerup", 0, 0);
            return resolve({ frames: frames.slice(2), drawing: drawing.slice(2) });
          };
          requestAnimationFrame(draw);
        }),
      forMs,
    );
