import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { devices } from "../option-parts.ts";

export const FileListOptions = Type.Object(
  {
    devices,
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "Timeline", examples: ["preview"] })),
    viewer: Type.Optional(Type.Boolean({ description: "Shows the content of the chosen one" })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, examples: [50] })),
  },
  { ...closed, description: "Files, and what is in them" },
);
export type FileListOptions = Static<typeof FileListOptions>;
