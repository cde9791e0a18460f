import { startServices } from "./service";

/**
 * Playwright's global setup; Playwright calls the returned function after the run. If `TAKINGS_E2E_DATA_DIR` and
 * `TAKINGS_E2E_PORT` name the data folder and the port of a running service, that one is used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TAKINGS_E2E_DATA_DIR) return async () => undefined;
  return startServices();
}
