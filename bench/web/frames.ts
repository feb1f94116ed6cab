import type { Page } from "playwright-core";

/** Scrolls on and on and notes the time between drawings, and how many rows the page had at most. */
export const scrollFrames = (
  page: Page,
  list: string,
  forMs: number,
  pixels = 150,
): Promise<{ readonly frames: number[]; readonly mostRows: number }> =>
  page.locator(list).evaluate(
    (element, { duration, step }) =>
      new Promise((resolve) => {
        const frames: number[] = [];
        const start = performance.now();
        let [last, mostRows] = [start, 0];
        const draw = (now: number) => {
          frames.push(now - last);
          last = now;
          mostRows = Math.max(mostRows, element.querySelectorAll("[role=row]").length);
          element.scrollBy(0, step);
          if (now - start > duration) resolve({ frames: frames.slice(2), mostRows });
          else requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      }),
    { duration: forMs, step: pixels },
  );

/** Moves the chart to and fro under the pointer: every frame draws all its points. `drawing` is the script's part. */
export const panFrames = (
  page: Page,
  forMs: number,
): Promise<{ readonly frames: number[]; readonly drawing: number[] }> =>
  page.locator(".u-over").evaluate(
    (over, duration) =>
      new Promise((resolve) => {
        const { left, top, width } = over.getBoundingClientRect();
        const middle = left + width / 2;
        const send = (type: string, x: number) =>
          over.dispatchEvent(
            new PointerEvent(type, { clientX: x, clientY: top + 50, shiftKey: true, button: 0, pointerId: 1 }),
          );
        over.setPointerCapture = () => undefined; // there is no real pointer to capture
        const [frames, drawing]: number[][] = [[], []];
        const start = performance.now();
        let last = start;
        send("pointerdown", middle);
        const draw = (now: number) => {
          frames?.push(now - last);
          last = now;
          const begun = performance.now();
          queueMicrotask(() => queueMicrotask(() => drawing?.push(performance.now() - begun)));
          send("pointermove", middle + Math.sin((now - start) / 300) * width * 0.2);
          if (now - start <= duration) return requestAnimationFrame(draw);
          send("pointermove", middle);
          send("pointerup", middle);
          return resolve({ frames: frames?.slice(2) ?? [], drawing: drawing?.slice(2) ?? [] });
        };
        requestAnimationFrame(draw);
      }),
    forMs,
  );

const shareOf = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
};

export const framesText = (frames: readonly number[]): string =>
  `${frames.length} frames, median ${shareOf(frames, 0.5)} ms, 95 % under ${shareOf(frames, 0.95)} ms, longest ${shareOf(frames, 1)} ms`;

export const panText = ({ frames, drawing }: { readonly frames: number[]; readonly drawing: number[] }): string =>
  `${framesText(frames)}; of that in scripts: median ${shareOf(drawing, 0.5)} ms, 95 % under ${shareOf(drawing, 0.95)} ms`;
