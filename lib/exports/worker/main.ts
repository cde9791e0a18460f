/** The program of the export worker, `dist/exports.mjs`. It lowers its priority before it loads what writes files. */
import os from "node:os";

// Requests come first where processors are scarce. On Linux 0 means this thread; elsewhere it would mean the process.
if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);

await import("./serve");
