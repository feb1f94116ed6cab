import { type Static, Type } from "typebox";
import { attributeScopes } from "../../attributes.ts";
import { keysOf, queryKind, querySchema } from "./query-kind.ts";

const schema = querySchema(
  "ATTRIBUTES",
  {
    scope: Type.Enum([...attributeScopes], { description: "Which attributes", examples: ["SHARED_SCOPE"] }),
    keys: keysOf("Keys, verbatim"),
  },
  "Attributes as they are now",
);
export type AttributesQuery = Static<typeof schema>;

export const attributesQuery = queryKind({
  kind: "ATTRIBUTES",
  schema,
  needs: ["VIEW_TELEMETRY"],
  problemOf: () => undefined,
});
