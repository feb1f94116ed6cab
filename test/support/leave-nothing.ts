import { rmSync } from "node:fs";

/**
 * Of what the files of a process share there is no end that a test could wait for: the process is ended by a signal when
 * there are no more files, and this folder goes with it.
 */
export function leaveNothing(folder: string): void {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", remove);
  process.once("SIGTERM", () => {
    remove();
    process.kill(process.pid, "SIGTERM"); // to whoever else listens, or to its usual end
  });
}
