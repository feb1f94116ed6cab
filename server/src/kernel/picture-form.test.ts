import { expect, test } from "vitest";
import { requirePicture } from "./picture-form.ts";

const picture = (kind: string, content: string | Buffer) => () =>
  requirePicture("logo", `data:image/${kind};base64,${Buffer.from(content).toString("base64")}`);
const svg = (inside: string) => picture("svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

test("[API7] pictures are what they say they are", () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  for (const good of [
    picture("png", png),
    picture("jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
    picture("webp", "RIFF1234WEBPVP8 "),
    svg('<path d="M0 0h1"/><use href="#a"/><rect fill="url(#a)"/><image href="data:image/png;base64,AA=="/>'),
    picture("svg+xml", '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg><title>Son = one</title></svg>'),
  ])
    expect(good).not.toThrow();
  expect(picture("jpeg", png)).toThrow("logo: is no jpeg picture");
  expect(picture("png", "<html>")).toThrow("logo: is no png picture");
  expect(picture("svg+xml", "<html><svg></svg></html>")).toThrow("logo: is no SVG picture");
  expect(picture("svg+xml", png)).toThrow("logo: is no SVG picture");
});

test.for([
  "<script>alert(1)</script>",
  "<svg:script>alert(1)</svg:script>",
  '<g onload="alert(1)"/>',
  "<g\tonclick=alert(1)>",
  '<a href="javascript:alert(1)"/>',
  '<a xlink:href="&#106;avascript:alert(1)"/>',
  '<image href="https://example.org/seen.png"/>',
  '<use href="https://example.org/a.svg#b"/>',
  "<foreignObject><body/></foreignObject>",
  "<style>@import 'https://example.org/a.css'</style>",
  "<rect fill=\"url('https://example.org/a.svg#b')\"/>",
  "<?xml-stylesheet href='a.css'?>",
])("[API7] a drawing that does more is refused: %s", (inside) => {
  expect(svg(inside)).toThrow("must be a drawing alone");
});

test("[API7] so is one with entities", () => {
  expect(picture("svg+xml", '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')).toThrow("logo: is no SVG picture");
});
