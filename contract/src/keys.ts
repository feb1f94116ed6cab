import { Type } from "typebox";

const oneOrMore = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Array(Type.String())], { description, examples: [example] });

/** How routes are told which keys: many in one text, or one by one where a name contains a comma [TEL2]. */
export const keysQuery = {
  keys: Type.Optional(oneOrMore("Keys, separated by commas; empty is the same as none", "temperature,humidity")),
  key: Type.Optional(oneOrMore("One key, verbatim; may be repeated", "temperature, inside")),
};
