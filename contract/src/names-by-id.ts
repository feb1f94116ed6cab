import { Type } from "typebox";
import { nameText } from "./text.ts";

/** What a file that travels names by id, as people call it: another installation has other ids. */
export const namesById = (what: string, most: number) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: "^[0-9a-fA-F-]{36}$" }), nameText("Name", "P-01"), {
      additionalProperties: false,
      maxProperties: most,
      description: `Names of ${what} by their ids`,
    }),
  );
