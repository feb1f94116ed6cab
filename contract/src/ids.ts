import { Type } from "typebox";

const uuidPattern = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
const exampleUuid = "784f394c-42b6-435a-983c-b7beff2784f9";

/** The bare id, as it stands in paths. */
export const Uuid = Type.String({
  pattern: uuidPattern,
  "x-must": "must be a UUID",
  "x-form": "uuid",
  description: "A UUID",
  examples: [exampleUuid],
});

/** An id in a body names its kind [API4]. */
export const entityId = <const Kind extends string>(kind: Kind) =>
  Type.Object(
    { entityType: Type.Literal(kind), id: Uuid },
    { description: `Id of a ${kind.toLowerCase()}`, examples: [{ entityType: kind, id: exampleUuid }] },
  );

/** An id as callers send it: the kind may be missing, but not be another one. */
export const entityReference = <const Kind extends string>(kind: Kind) =>
  Type.Object(
    { entityType: Type.Optional(Type.Literal(kind)), id: Uuid },
    {
      "x-object": `must be an object such as {"id":"${exampleUuid}","entityType":"${kind}"}`,
      description: `Id of a ${kind.toLowerCase()}`,
      examples: [{ entityType: kind, id: exampleUuid }],
    },
  );
