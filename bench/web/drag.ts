import type { Page } from "playwright-core";

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
