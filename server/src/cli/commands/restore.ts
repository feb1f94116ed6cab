import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import type { Command } from "../command.ts";
import { requireEmbedded } from "../embedded.ts";

export const restoreCommand: Command = {
  name: "restore",
  summary: "Put a backup in the place of the data folder, which is kept under another name; stop the node first",
  arguments: ["folder"],
  options: {},
  run: async (input) => {
    requireEmbedded(input.config, "restore");
    const target = new DataFolder(input.config.dataDir);
    const { manifest, kept } = await restoreBackup(input.requireArgument("folder"), target);
    console.log(`${target.path} is now the backup of ${manifest.createdTime} (version ${manifest.version})`);
    if (kept !== undefined) console.log(`What was there before is kept in ${kept}`);
  },
};
