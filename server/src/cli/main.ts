#!/usr/bin/env node
// The administrator's command line: `npm run helio -- <command>`. Exit codes: 0 done, 1 failed, 2 not understood,
// 3 done, and what was worked on is damaged.
import { commandLine } from "./command-line.ts";

// What a command writes into the data folder, or into a backup, is nobody else's.
process.umask(0o077);

process.exitCode = await commandLine(process.argv.slice(2), process.env);
