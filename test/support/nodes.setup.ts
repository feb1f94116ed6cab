// Runs before each file that starts nodes. What it imports is there once per process.
import "./straight-imports.ts";
import "./plain-threads.ts";
import "./quick-hash.ts";
import "./quiet-loop.ts";
import "./resting-nodes.ts";
