import type { NameCondition } from "@heliograph/contract";
import { foldCase } from "../../../kernel/text.ts";
import { type Resolve, storedTree } from "./resolve.ts";

export const resolveName: Resolve<NameCondition> = async ({ comparison, text }, at) => ({
  tree: storedTree(at, { of: "name", comparison, text: foldCase(text) }),
});
