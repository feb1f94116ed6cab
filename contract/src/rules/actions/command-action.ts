import { type Static, Type } from "typebox";
import { actionSchema } from "./action-kind.ts";

/** Queues a command for the device, once for each occasion whatever happens [RUL4, CMD2]. */
export const CommandAction = actionSchema(
  "COMMAND",
  {
    type: Type.Enum(["SCRIPT", "SCPI", "RPC"], { examples: ["SCPI"] }),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 65_536, description: "For SCRIPT and SCPI", examples: ["OUTP OFF"] }),
    ),
    target: Type.Optional(
      Type.Enum(["dev", "app"], { default: "dev", description: "SCPI: who is asked", examples: ["dev"] }),
    ),
    method: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "For RPC", examples: ["reduceSpeed"] }),
    ),
    params: Type.Optional(Type.Unknown({ description: "For RPC: any JSON", examples: [{ percent: 50 }] })),
    expiresInMs: Type.Optional(
      Type.Integer({
        minimum: 1_000,
        maximum: 31_622_400_000,
        description: "Then it is not handed out any more",
        examples: [3_600_000],
      }),
    ),
  },
  "Queues a command for the device",
);
export type CommandAction = Static<typeof CommandAction>;
