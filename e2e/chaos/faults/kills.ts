import { assertDefined } from "@/lib/core/errors/assert";
import type { Fault, Round } from "../fault";
import { backendsOf, listProcessTree, postmasterOf, signalAll } from "../system/processes";

const runningPostmaster = ({ system }: Round) =>
  assertDefined(postmasterOf(system.clusterDirectory()), "the database runs when a round begins");

/** `kill -9` of the service; its database keeps running. */
export const killApp: Fault = {
  name: "kill-app",
  title: "`kill -9` the service",
  rounds: 20,
  inject: async ({ system: { service } }) => {
    await service.kill();
    return service.start();
  },
};

/** `kill -9` of all processes at once, like a power failure. */
export const killGroup: Fault = {
  name: "kill-group",
  title: "`kill -9` the process group: service, postmaster, backends",
  rounds: 20,
  inject: async (round) => {
    const { service } = round.system;
    const family = listProcessTree(runningPostmaster(round)).map(({ pid }) => pid);
    service.expectEnd();
    signalAll([service.pid, ...family], "SIGKILL");
    await service.kill();
    return service.start();
  },
};

/** `kill -9` of one backend, after which PostgreSQL ends all others and recovers. */
export const killBackend: Fault = {
  name: "kill-backend",
  title: "`kill -9` one backend",
  rounds: 20,
  inject: async (round) => {
    const backends = backendsOf(runningPostmaster(round));
    const chosen = assertDefined(
      backends[round.random.whole(backends.length)],
      "the service has connections",
    );
    signalAll([chosen], "SIGKILL");
    return performance.now();
  },
};

/** `kill -9` of the postmaster: the service must detect it and start another. */
export const killPostmaster: Fault = {
  name: "kill-postmaster",
  title: "`kill -9` the postmaster",
  rounds: 20,
  inject: async (round) => {
    signalAll([runningPostmaster(round)], "SIGKILL");
    return performance.now();
  },
};
