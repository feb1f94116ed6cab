import type { Static } from "typebox";
import { AttributeScopeName } from "../../attributes.ts";
import { inputKind, inputSchema, valueKey, valueType } from "./input-kind.ts";

const schema = inputSchema(
  "ATTRIBUTE",
  { scope: AttributeScopeName, key: valueKey, type: valueType },
  "An attribute of the device, for instance a limit of its own",
);
export type AttributeInput = Static<typeof schema>;

export const attributeInput = inputKind({
  kind: "ATTRIBUTE",
  schema,
  typeOf: ({ type }) => type ?? "NUMBER",
  problemOf: () => undefined,
});
