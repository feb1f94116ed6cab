// Runs before each file that starts nodes. What it imports is there once per process.
import { afterAll } from "vitest";
import { keepCode } from "./one-keeps-code.ts";
import "./straight-imports.ts";
import "./threads-at-hand.ts";
import "./quick-hash.ts";
import "./quiet-loop.ts";
import "./resting-nodes.ts";

afterAll(keepCode);
