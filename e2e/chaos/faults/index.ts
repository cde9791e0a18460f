import type { Fault } from "../fault";
import { clockSteps } from "./clock";
import { fullDisk } from "./full-disk";
import { killApp, killBackend, killGroup, killPostmaster } from "./kills";
import { lowMemory } from "./memory";
import { jobRoute, killSending } from "./sending";
import { freezeDatabase, restartExternalDatabase, terminate } from "./stops";

/** Every fault, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  killApp,
  killGroup,
  killBackend,
  killPostmaster,
  freezeDatabase,
  restartExternalDatabase,
  fullDisk,
  terminate,
  killSending,
  jobRoute,
  clockSteps,
  lowMemory,
];
