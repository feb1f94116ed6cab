import { WrittenAttributes } from "./attributes.ts";
import { Calls } from "./calls.ts";
import { Chance } from "./chance.ts";
import { Commands } from "./commands.ts";
import type { Terms } from "./device-party.ts";
import { MadeDevices } from "./devices.ts";
import { ExactMessages } from "./exact-messages.ts";
import { UploadedFiles } from "./files.ts";
import { LooseMessages } from "./loose-messages.ts";
import { NumberedMessages } from "./numbered-messages.ts";
import type { Party } from "./party.ts";
import { WrittenPoints } from "./points.ts";
import { Pushes } from "./pushes.ts";
import { ReportedAttributes } from "./reports.ts";
import { Sessions } from "./sessions.ts";
import { SetTokens } from "./tokens.ts";

/** Every way of using the node that takes part; a new one is a line here. */
const kinds: Readonly<Record<string, new (name: string, chance: Chance, terms?: Terms) => Party>> = {
  "QoS 0": LooseMessages,
  "QoS 1": NumberedMessages,
  "QoS 2": ExactMessages,
  pushes: Pushes,
  sessions: Sessions,
  commands: Commands,
  calls: Calls,
  files: UploadedFiles,
  points: WrittenPoints,
  attributes: WrittenAttributes,
  reports: ReportedAttributes,
  devices: MadeDevices,
  tokens: SetTokens,
};

export const partiesOf = (tenant: string, seed: number, terms?: Terms): Party[] =>
  Object.entries(kinds).map(
    ([kind, Kind]) => new Kind(`${tenant}/${kind}`, new Chance(seed, `${tenant}/${kind}`), terms),
  );
