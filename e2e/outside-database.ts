import { readFileSync } from "node:fs";
import path from "node:path";
import { dataDir } from "./bank";

/**
 * The settings with which a process with a data folder of its own uses the run's database, as an outside one: its addresses
 * and its encryption key.
 */
export function outsideDatabaseSettings(): Record<string, string> {
  const read = (file: string) => JSON.parse(readFileSync(path.join(dataDir(), file), "utf8"));
  const secrets = read("secrets.json");
  const url = (login: string, password: string) =>
    `postgres://${login}:${password}@127.0.0.1:${read("cluster.json").port}/takings`;
  return {
    DATABASE_URL: url("takings", secrets.DATABASE_PASSWORD),
    DATABASE_SYSTEM_URL: url("takings_system_login", secrets.DATABASE_SYSTEM_PASSWORD),
    DATABASE_OWNER_URL: url("takings_owner", secrets.DATABASE_OWNER_PASSWORD),
    ENCRYPTION_KEY: secrets.ENCRYPTION_KEY,
    DATABASE_DISTRIBUTED: process.env.DATABASE_DISTRIBUTED ?? "",
  };
}
