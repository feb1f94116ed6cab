#!/usr/bin/env node
// The command `osf`. Results go to stdout, progress and errors to stderr; see exit.ts for the exit codes.
import { enableCompileCache } from "node:module";
import { exitCode } from "./exit.ts";

/** What is loaded from here on comes from compiled code kept since the last call. */
enableCompileCache();

/** `osf export ... | head` closes the pipe early: that is no failure. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCode.ok);
  process.stderr.write(`osf: ${error.message}\n`);
  process.exit(exitCode.inputOutput);
});

const { commandLine } = await import("./command-line.ts");
process.exitCode = await commandLine(process.argv.slice(2));
