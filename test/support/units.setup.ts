// Runs before each file. What it imports is there once per process.
import "./straight-imports.ts";
import "./threads-at-hand.ts";
