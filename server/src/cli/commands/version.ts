import { version } from "../../version.ts";
import type { Command } from "../command.ts";

export const versionCommand: Command = {
  name: "version",
  summary: "Show the version",
  arguments: [],
  options: {},
  run: async () => console.log(version),
};
