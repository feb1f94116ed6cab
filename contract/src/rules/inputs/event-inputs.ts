import { type Static, Type } from "typebox";
import { lineText } from "../../text.ts";
import { inputKind, inputSchema } from "./input-kind.ts";

/** What happens to a file, and to a command, as a rule sees it. */
export const fileEvents = ["ARRIVED", "FAILED"] as const;
export const commandEvents = ["DONE", "FAILED", "EXPIRED", "CANCELLED"] as const;

/** With it a rule fires once for each: what happened holds for a moment and is over. */
const momentary = Type.Optional(
  Type.Boolean({
    default: false,
    description: "Holds only for the moment it happens, and is an empty text then; else until the next one",
  }),
);

const fileSchema = inputSchema(
  "FILE",
  { tag: Type.Optional(lineText("Only files with this tag", "measurements")), momentary },
  "What became of a file of the device last: ARRIVED or FAILED, a text",
);
export type FileInput = Static<typeof fileSchema>;

export const fileInput = inputKind({
  kind: "FILE",
  schema: fileSchema,
  typeOf: () => "TEXT",
  problemOf: () => undefined,
});

const commandSchema = inputSchema(
  "COMMAND",
  {
    type: Type.Optional(
      Type.Enum(["LIST_FILES", "REQUEST_FILE", "SCRIPT", "SCPI", "RPC"], {
        description: "Only commands of this type",
        examples: ["RPC"],
      }),
    ),
    momentary,
  },
  "What became of a command of the device last: DONE, FAILED, EXPIRED or CANCELLED, a text",
);
export type CommandInputOfRule = Static<typeof commandSchema>;

export const commandInput = inputKind({
  kind: "COMMAND",
  schema: commandSchema,
  typeOf: () => "TEXT",
  problemOf: () => undefined,
});
