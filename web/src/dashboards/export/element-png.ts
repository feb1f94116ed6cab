/** Twice the pixels: it is looked at on other screens, and printed. */
const scale = 2;

const scrolling: ReadonlySet<string> = new Set(["auto", "scroll"]);
/** What a chart tells of where the pointer is. */
const pointedAt = ".u-cursor-x, .u-cursor-y, .u-value";

/**
 * A picture of what an element shows. Browsers draw no elements into pictures but one way: as SVG that holds HTML, with
 * every style written out, because nothing is loaded from inside of a picture.
 */
export async function elementPng(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const copy = styledCopy(element);
  copy.style.setProperty("margin", "0");
  for (const pointed of copy.querySelectorAll(pointedAt)) pointed.remove();
  const text = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${text}</foreignObject></svg>`;
  const picture = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext("2d");
  context?.scale(scale, scale);
  context?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** With all of its styles, and what is drawn on canvases as pictures. */
function styledCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  const [originals, copies] = [
    [element, ...element.querySelectorAll("*")],
    [copy, ...copy.querySelectorAll("*")],
  ];
  for (const [at, original] of originals.entries()) {
    const twin = copies[at];
    if (!(twin instanceof HTMLElement || twin instanceof SVGElement)) continue;
    for (const name of getComputedStyle(original)) {
      twin.style.setProperty(name, getComputedStyle(original).getPropertyValue(name));
    }
    if (scrolling.has(twin.style.overflowY)) twin.style.setProperty("overflow", "hidden"); // nobody scrolls a picture
    if (original instanceof HTMLCanvasElement) twin.replaceWith(pictureOf(original, twin.style.cssText));
  }
  return copy;
}

function pictureOf(canvas: HTMLCanvasElement, style: string): HTMLImageElement {
  const picture = document.createElement("img");
  picture.style.cssText = style;
  picture.src = canvas.toDataURL();
  return picture;
}

function loaded(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(() => picture);
}
