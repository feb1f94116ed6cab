import type { Command } from "./command.ts";
import { acceptLoss } from "./commands/accept-loss.ts";
import { backupCommand } from "./commands/backup.ts";
import { createSystemAdministrator } from "./commands/create-system-administrator.ts";
import { createTenant } from "./commands/create-tenant.ts";
import { createUser } from "./commands/create-user.ts";
import { helpCommand } from "./commands/help.ts";
import { moveCommand } from "./commands/move.ts";
import { resetPassword } from "./commands/reset-password.ts";
import { resetSecondFactor } from "./commands/reset-second-factor.ts";
import { restoreCommand } from "./commands/restore.ts";
import { settingsCommand } from "./commands/settings.ts";
import { verifyAudit } from "./commands/verify-audit.ts";
import { versionCommand } from "./commands/version.ts";

/** Everything the command line can do, in the order in which help lists it. */
export const commands: readonly Command[] = [
  createTenant,
  createUser,
  resetPassword,
  resetSecondFactor,
  createSystemAdministrator,
  backupCommand,
  restoreCommand,
  moveCommand,
  acceptLoss,
  verifyAudit,
  settingsCommand,
  helpCommand(() => commands),
  versionCommand,
];
