export type RepeatedThing = "channel" | "state" | "command" | "parameter" | "attribute" | "choice";

/** How the problems of a definition are told; an editor has them in the language of the person. */
export interface DefinitionWords {
  readonly twice: Readonly<Record<RepeatedThing, (name: string) => string>>;
  readonly decimalsOutside: string;
  readonly rangeBackwards: string;
  readonly limitsNotRising: string;
  readonly ofChannel: (key: string, problem: string) => string;
  readonly ofCommand: (method: string, problem: string) => string;
  readonly deviceWrites: (attribute: string) => string;
  readonly numbersBackwards: (field: string) => string;
  readonly noChoices: (field: string) => string;
}

const twice = (thing: string) => (name: string) => `the ${thing} ${name} is there twice`;

/** The words of the server. */
export const definitionWords: DefinitionWords = {
  twice: {
    channel: twice("channel"),
    state: twice("state"),
    command: twice("command"),
    parameter: twice("parameter"),
    attribute: twice("attribute"),
    choice: twice("choice"),
  },
  decimalsOutside: "decimals are a whole number from 0 to 15",
  rangeBackwards: "the expected range ends before it begins",
  limitsNotRising: "limits must rise: alarm below, warning below, warning above, alarm above",
  ofChannel: (key, problem) => `Channel ${key}: ${problem}`,
  ofCommand: (method, problem) => `Command ${method}: ${problem}`,
  deviceWrites: (key) => `Attribute ${key}: CLIENT_SCOPE is written by the device; people cannot edit it`,
  numbersBackwards: (key) => `${key}: the largest number is smaller than the smallest`,
  noChoices: (key) => `${key}: a choice needs choices`,
};
