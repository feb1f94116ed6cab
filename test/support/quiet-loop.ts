// Every process that runs a node measures how late its event loop is, a hundred times a second and for as long as it
// lives: of the processes of tests, which wait much, that would be a good part of what they do.
import perfHooks from "node:perf_hooks";
import { isLongRun } from "../switches.ts";

const seldomMs = 500;
const { monitorEventLoopDelay } = perfHooks;
if (!isLongRun()) perfHooks.monitorEventLoopDelay = () => monitorEventLoopDelay({ resolution: seldomMs });
