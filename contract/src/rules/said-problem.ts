import { Type } from "typebox";

/** What is wrong: in English, and by a name under which a page has words of its own, with what these need. */
export interface SaidProblem {
  readonly message: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, string>>;
}

export const problemParts = {
  message: Type.String({ examples: ['there is no input "temperature"'] }),
  code: Type.Optional(Type.String({ description: "A name for it, where it has one", examples: ["INPUT_UNKNOWN"] })),
  params: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: "What it is about, for words in another language",
      examples: [{ name: "temperature" }],
    }),
  ),
};
export const said = (code: string, message: string, params?: Readonly<Record<string, string>>): SaidProblem => ({
  ...{ message, code },
  ...(params && { params }),
});

export const unknownInput = (name: string): SaidProblem =>
  said("INPUT_UNKNOWN", `there is no input "${name}"`, { name });
