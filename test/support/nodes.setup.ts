// Runs before each file that starts nodes. What it imports is there once per process.
import "./straight-imports.ts";
import "./threads-at-hand.ts";
import "./quick-hash.ts";
import "./quiet-loop.ts";
import "./resting-nodes.ts";
