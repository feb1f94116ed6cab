import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { moment, Timestamp } from "./time.ts";

export const commandTypes = ["LIST_FILES", "REQUEST_FILE", "SCRIPT", "SCPI", "RPC"] as const;
export const commandStatuses = ["QUEUED", "SENT", "DONE", "FAILED", "EXPIRED", "CANCELLED"] as const;
export type CommandStatus = (typeof commandStatuses)[number];

const commandType = Type.Enum([...commandTypes], { examples: ["SCPI"] });
const commandStatus = Type.Enum([...commandStatuses], { examples: ["QUEUED"] });
const commandText = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 65_536, description, examples: [example] });
const method = Type.String({ minLength: 1, maxLength: 256, description: "Name of the method", examples: ["setRelay"] });
const params = Type.Unknown({ description: "Any JSON; handed to the device as it is", examples: [{ on: true }] });
const longestMs = 31_622_400_000;

/** A command as it stands in the queue of a device [CMD1, CMD2]; absent values are null. */
export const CommandRecord = Type.Object({
  id: entityId("COMMAND"),
  createdTime: Timestamp,
  deviceId: entityId("DEVICE"),
  type: commandType,
  status: commandStatus,
  messageId: Type.Integer({ description: "1 … 2147483647, the device answers with it", examples: [17] }),
  parameters: Type.Unsafe<Record<string, unknown>>({
    type: "object",
    additionalProperties: true,
    description: "What the command asks for; depends on its type",
    examples: [{ target: "dev", text: "*IDN?" }],
  }),
  createdBy: Type.String({ description: "User name of whoever queued it", examples: ["admin"] }),
  sentTime: nullable(Timestamp),
  answeredTime: nullable(Timestamp),
  expiresTime: nullable(Timestamp),
  attempts: Type.Integer({ description: "How often it was handed out", examples: [1] }),
  answer: nullable(Type.String({ description: "What the device answered", examples: ["ACME,Logger,1234,2.13.0"] })),
  error: nullable(Type.String({ examples: ["no answer"] })),
});
export type CommandRecord = Static<typeof CommandRecord>;

export const CommandListQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(commandStatus),
  type: Type.Optional(commandType),
});

const expiresIn = Type.Optional(
  Type.Integer({
    minimum: 1_000,
    maximum: longestMs,
    description: "Milliseconds after which it is no longer handed out; without, it waits for ever",
    examples: [86_400_000],
  }),
);

/** Lists and files have routes of their own; `text` is for SCRIPT and SCPI, `method` and `params` for RPC. */
export const CommandInput = Type.Object({
  type: Type.Enum(["SCRIPT", "SCPI", "RPC"], { examples: ["SCPI"] }),
  target: Type.Optional(
    Type.Enum(["dev", "app"], { default: "dev", description: "SCPI: who is asked", examples: ["dev"] }),
  ),
  text: Type.Optional(commandText("The script or the SCPI command", "*IDN?")),
  method: Type.Optional(method),
  params: Type.Optional(params),
  expiresIn,
});
export type CommandInput = Static<typeof CommandInput>;

/** A call of a method on the device. */
export const RpcRequest = Type.Object({
  method,
  params: Type.Optional(params),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 300_000,
      default: 10_000,
      description: "Milliseconds to wait for the device",
      examples: [10_000],
    }),
  ),
  persistent: Type.Optional(
    Type.Boolean({ default: false, description: "Queue it, answer at once, and deliver it when the device comes" }),
  ),
  expirationTime: Type.Optional(moment("With persistent: Unix ms after which it is not delivered any more")),
});

export const RpcQueued = Type.Object({
  rpcId: Type.String({ description: "Id of the command", examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }),
});
