import { type Static, Type } from "typebox";
import { lineText } from "../../text.ts";
import { inputKind, inputSchema } from "./input-kind.ts";

/** What happens to a file, and to a command, as a rule sees it. */
export const fileEvents = ["ARRIVED", "FAILED"] as const;
export const commandEvents = ["QUEUED", "SENT", "DONE", "FAILED", "EXPIRED", "CANCELLED"] as const;
type CommandEventOfRule = (typeof commandEvents)[number];
/** After these nothing more becomes of a command; where a rule does not say which it looks at, it looks at these. */
const commandEndings: readonly CommandEventOfRule[] = ["DONE", "FAILED", "EXPIRED", "CANCELLED"];

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
  "What became of a file of the device last: ARRIVED, or FAILED where its content cannot be read; a text",
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
    events: Type.Optional(
      Type.Array(Type.Enum([...commandEvents], { examples: ["FAILED"] }), {
        minItems: 1,
        uniqueItems: true,
        description: "Only these; without, those that end a command: DONE, FAILED, EXPIRED and CANCELLED",
      }),
    ),
    momentary,
  },
  "What became of a command of the device last: QUEUED, SENT, DONE, FAILED, EXPIRED or CANCELLED, a text",
);
export type CommandInputOfRule = Static<typeof commandSchema>;

/** What a rule looks at of commands. */
export const commandEventsOf = ({ events }: CommandInputOfRule): readonly CommandEventOfRule[] =>
  events ?? commandEndings;

export const commandInput = inputKind({
  kind: "COMMAND",
  schema: commandSchema,
  typeOf: () => "TEXT",
  problemOf: () => undefined,
});
