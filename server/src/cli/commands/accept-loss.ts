import { lossFact, type PlaceKind, placeKinds } from "../../core/installation/index.ts";
import { withAdministration } from "../administration.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";

export const acceptLoss: Command = {
  name: "accept-loss",
  summary: `Say that all ${placeKinds.join(" or ")} are lost for good: the next start goes on with an empty place`,
  arguments: [placeKinds.join("|")],
  options: {},
  run: async (input) => {
    const kind = kindOf(input.requireArgument(placeKinds.join("|")));
    await withAdministration(input.config, ({ facts }) => facts.set(lossFact(kind), new Date().toISOString()));
    console.log(`The next start makes a new, empty place for ${kind} if there is none; what is there is never removed`);
  },
};

function kindOf(text: string): PlaceKind {
  const kind = placeKinds.find((known) => known === text);
  if (!kind) throw new UsageError(`"${text}" is not one of ${placeKinds.join(", ")}`);
  return kind;
}
