import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { writeBackup } from "../backup/write-backup.ts";
import type { Command } from "../command.ts";
import { requireEmbedded } from "../embedded.ts";

export const backupCommand: Command = {
  name: "backup",
  summary: "Write a backup of the data folder to a new folder; the node may be running",
  arguments: ["folder"],
  options: {},
  run: async (input) => {
    requireEmbedded(input.config, "backup");
    const from = new DataFolder(input.config.dataDir);
    const target = input.requireArgument("folder");
    const { files, parts } = await writeBackup(from, target);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    console.log(
      `The backup of ${from.path} is in ${target}: ${parts.join(", ")}; ${files.length} files, ${bytes} bytes`,
    );
  },
};
