import type { WrittenSetting } from "../../settings/config.ts";
import type { Setting } from "../../settings/setting-kinds.ts";
import { settings } from "../../settings/settings.ts";
import type { Command } from "../command.ts";

const hidden = "***";

export const settingsCommand: Command = {
  name: "settings",
  summary: "Show the settings that count here, and where each comes from; secrets are hidden",
  arguments: [],
  options: {},
  run: async ({ written }) => {
    for (const setting of written) console.log(lineOf(setting));
  },
};

function lineOf({ name, text, source }: WrittenSetting): string {
  const setting: Setting<unknown> = settings[name];
  if (text === undefined) return `# ${setting.variable} is not set`;
  return `${setting.variable}=${setting.secret ? hidden : text}  # ${source}`;
}
