import { type Static, Type } from "typebox";
import { Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { nameText } from "./text.ts";

/** Bytes of a logo's picture, and how long it is as a data URL. */
export const logoBytes = 131_072;
const logoLength = Math.ceil(logoBytes / 3) * 4 + 64;

export const AccentColor = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$",
  "x-must": "must be a colour such as #0b6482",
  "x-form": "colour",
  description: "Colour of actions and of what is selected; shades that can be read are derived from it",
  examples: ["#0b6482"],
});

/** Shown as a picture and never as a document: what an SVG may hold besides does not run there. */
export const Logo = Type.String({
  maxLength: logoLength,
  pattern: "^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$",
  "x-must": `must be a PNG, JPEG, WebP or SVG picture of at most ${logoBytes} bytes as a data URL`,
  "x-form": "logo",
  description: "Logo, as a data URL",
  examples: ["data:image/png;base64,iVBORw0KGgo="],
});

/** Where people begin. */
export const HomePage = Type.Object({
  kind: Type.Enum(["DEVICES", "PROJECTS", "PROJECT"], { description: "Kind of page", examples: ["PROJECT"] }),
  projectId: Type.Optional(Uuid),
});
export type HomePage = Static<typeof HomePage>;

/** How a tenant looks and where it begins, for everybody in it. */
export const TenantAppearance = Type.Object({
  title: nullable(nameText("What the tenant is called in the interface; null: its name", "Rail Lab Graz")),
  accentColor: nullable(AccentColor),
  logo: nullable(Logo),
  homePage: nullable(HomePage),
});
export type TenantAppearance = Static<typeof TenantAppearance>;
