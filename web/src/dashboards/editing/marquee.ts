/** A frame drawn over the page with the pointer: what it touches is chosen. */
export function marqueeFrom(start: PointerEvent, grid: HTMLElement, onEnd: (names: string[]) => void): void {
  const frame = document.createElement("div");
  frame.className = "edit-marquee";
  document.body.append(frame);
  const listening = new AbortController();
  const { signal } = listening;
  const draw = ({ clientX, clientY }: PointerEvent) => {
    Object.assign(frame.style, {
      left: `${Math.min(start.clientX, clientX)}px`,
      top: `${Math.min(start.clientY, clientY)}px`,
      width: `${Math.abs(start.clientX - clientX)}px`,
      height: `${Math.abs(start.clientY - clientY)}px`,
    });
  };
  const end = (isDone: boolean) => {
    const box = frame.getBoundingClientRect();
    listening.abort();
    frame.remove();
    if (isDone) onEnd(touched(grid, box));
  };
  window.addEventListener("pointermove", draw, { signal });
  window.addEventListener("pointerup", () => end(true), { signal });
  window.addEventListener("pointercancel", () => end(false), { signal });
  window.addEventListener("blur", () => end(false), { signal });
}

const touched = (grid: HTMLElement, box: DOMRect): string[] =>
  [...grid.querySelectorAll<HTMLElement>("[data-widget]")]
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return box.width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    })
    .map(({ dataset }) => dataset["widget"] ?? "");
