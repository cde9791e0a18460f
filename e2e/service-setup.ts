import { startServices } from "./service";

/**
 * Playwright runs what comes back when the run is over. A service that runs already is used where
 * `TAKINGS_E2E_DATA_DIR` names its data folder and `TAKINGS_E2E_DOOR_PORT` its port.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TAKINGS_E2E_DATA_DIR) return async () => undefined;
  return startServices();
}
