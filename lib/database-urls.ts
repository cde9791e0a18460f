import { scryptSync } from "node:crypto";

/** The database settings; undefined if not set. */
interface DatabaseSettings {
  /** `DATABASE_URL`, `DATABASE_SYSTEM_URL` and `DATABASE_OWNER_URL`. */
  url: string | undefined;
  systemUrl: string | undefined;
  ownerUrl: string | undefined;
  /** `DATABASE_DIRECT_URL`: `url` is a pooler. */
  directUrl: string | undefined;
  /** The port of the embedded database, and its passwords. */
  port: string | undefined;
  passwords: { application: string | undefined; system: string | undefined; owner: string | undefined };
}

/** The database URLs of the three logins. */
interface Addresses {
  /** The application's login, which acts as `takings_app`; undefined before the first start of an embedded database. */
  url?: string | undefined;
  /** The login that acts as `takings_system`; undefined if the application's login does that too. */
  systemUrl?: string | undefined;
  /** Whether the migration creates the system login and sets its password. */
  isSystemLoginOurs: boolean;
  /** The owner's login, at the server itself. */
  ownerUrl?: string | undefined;
  /** The logins of `url` and `systemUrl` at the server itself; the same URLs without a pooler. */
  direct: { url?: string | undefined; systemUrl?: string | undefined };
}

/** Returns the database URL of each login. */
export function databaseAddresses(settings: DatabaseSettings): Addresses {
  const { url, directUrl } = settings;
  if (!url) return embeddedAddresses(settings);
  const { systemUrl, ownerUrl } = settings;
  const derived = systemUrl || !ownerUrl ? undefined : deriveSystemUrl(url, ownerUrl);
  const system = systemUrl && isSameLogin(url, systemUrl) ? undefined : (systemUrl ?? derived);
  const atServer = (login: string) => (directUrl ? moveLogin(login, directUrl) : login);
  return {
    url,
    systemUrl: system,
    isSystemLoginOurs: derived !== undefined,
    ownerUrl: atServer(ownerUrl ?? url),
    direct: { url: atServer(url), systemUrl: system && atServer(system) },
  };
}

function embeddedAddresses({ port, passwords: { application, system, owner } }: DatabaseSettings): Addresses {
  if (!port || !application || !owner) return { isSystemLoginOurs: true, direct: {} };
  const embedded = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/takings`;
  const url = embedded("takings", application);
  const systemUrl = system && embedded("takings_system_login", system);
  const ownerUrl = embedded("takings_owner", owner);
  return { url, systemUrl, isSystemLoginOurs: true, ownerUrl, direct: { url, systemUrl } };
}

/** Returns the address `to` with the name and the password of the login `from`. */
function moveLogin(from: string, to: string): string {
  const { username, password } = new URL(from);
  return Object.assign(new URL(to), { username, password }).href;
}

/** Returns the faults of the settings of a pooler; an empty list without one. */
export function findPoolerFaults(
  given: Partial<Record<`DATABASE_${"" | "SYSTEM_" | "OWNER_" | "DIRECT_"}URL`, string | undefined>>,
): string[] {
  const { DATABASE_URL: url, DATABASE_SYSTEM_URL: systemUrl, DATABASE_OWNER_URL: ownerUrl } = given;
  if (!given.DATABASE_DIRECT_URL) return [];
  if (!url) return ["DATABASE_DIRECT_URL: must not be set without DATABASE_URL"];
  if (systemUrl ? !isSameLogin(url, systemUrl) : ownerUrl && deriveSystemUrl(url, ownerUrl)) return [];
  return [
    "DATABASE_DIRECT_URL: needs a system login, because behind a pooler each role has a login of its own: set DATABASE_SYSTEM_URL, or DATABASE_OWNER_URL with a password",
  ];
}

/**
 * Returns the faults of an external database's logins in live mode, by setting. `ownerUrl` is undefined after
 * `dropOwnerCredentials`.
 */
export function findLoginFaults(
  url: string,
  systemUrl: string | undefined,
  ownerUrl: string | undefined,
): string[] {
  if (ownerUrl && isSameLogin(url, ownerUrl)) {
    return [
      "DATABASE_OWNER_URL: must be set, to another login than DATABASE_URL, when BANK_MODE is live and DATABASE_URL is set",
    ];
  }
  if (systemUrl ? !isSameLogin(url, systemUrl) : ownerUrl && deriveSystemUrl(url, ownerUrl)) return [];
  return [
    "DATABASE_SYSTEM_URL: must be another login than DATABASE_URL; it can be left out where DATABASE_OWNER_URL has a password",
  ];
}

/** Returns whether two URLs log in as the same role. */
const isSameLogin = (one: string, other: string) =>
  one === other || (new URL(one).username !== "" && new URL(one).username === new URL(other).username);

/**
 * Derives the URL of the system login if none is set: the application's URL with a name and a password derived from
 * those of the application and the owner, so that all machines of a deployment use the same. Returns undefined
 * without a separate owner or without an owner's password.
 */
export function deriveSystemUrl(url: string, ownerUrl: string): string | undefined {
  const address = new URL(url);
  const { password } = new URL(ownerUrl);
  if (isSameLogin(url, ownerUrl) || address.username === "" || password === "") return undefined;
  // A role's name has 63 bytes at most.
  address.username = `${address.username.slice(0, 48)}_system_login`;
  address.password = derivePassword(decodeURIComponent(password), address.username);
  return address.href;
}

const derived = new Map<string, string>();

/** Derives a password from another one with scrypt, which does not reveal even a short one. */
function derivePassword(from: string, login: string): string {
  const name = `${login} ${from}`;
  const password = derived.get(name) ?? scryptSync(from, `takings ${login}`, 32).toString("base64url");
  derived.set(name, password);
  return password;
}
