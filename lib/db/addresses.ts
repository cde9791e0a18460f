import { scryptSync } from "node:crypto";

/** What the settings say of the database, as far as it is set. */
interface Given {
  /** `DATABASE_URL`, `DATABASE_SYSTEM_URL` and `DATABASE_OWNER_URL`. */
  url: string | undefined;
  systemUrl: string | undefined;
  ownerUrl: string | undefined;
  /** Where the embedded database listens, and its passwords. */
  port: string | undefined;
  passwords: { application: string | undefined; system: string | undefined; owner: string | undefined };
}

/** The addresses of the database, one for each login. */
interface Addresses {
  /** The application's login, which acts as `takings_app`; undefined while an embedded database was never started. */
  url?: string | undefined;
  /** The login that acts as `takings_system`; undefined where the application's login does that too. */
  systemUrl?: string | undefined;
  /** Whether the migration makes the system login and sets its password. */
  isSystemLoginOurs: boolean;
  ownerUrl?: string | undefined;
}

/** Works out with which login and password each part of the service connects. */
export function databaseAddresses({ url, systemUrl, ownerUrl, port, passwords }: Given): Addresses {
  if (url) {
    const derived = systemUrl || !ownerUrl ? undefined : deriveSystemUrl(url, ownerUrl);
    return {
      url,
      systemUrl: systemUrl && isSameLogin(url, systemUrl) ? undefined : (systemUrl ?? derived),
      isSystemLoginOurs: derived !== undefined,
      ownerUrl: ownerUrl ?? url,
    };
  }
  const { application, system, owner } = passwords;
  if (!port || !application || !owner) return { isSystemLoginOurs: true };
  const embedded = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/takings`;
  return {
    url: embedded("takings", application),
    systemUrl: system && embedded("takings_system_login", system),
    isSystemLoginOurs: true,
    ownerUrl: embedded("takings_owner", owner),
  };
}

/**
 * What is wrong with the logins of an outside database in live mode, by setting. `ownerUrl` is undefined where it is not
 * known any more.
 */
export function loginFaults(
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

/** Whether two addresses log in as the same role. */
const isSameLogin = (one: string, other: string) =>
  one === other || (new URL(one).username !== "" && new URL(one).username === new URL(other).username);

/**
 * The address of the system login where none is set: the application's, with a name and a password that follow from those
 * of the application and the owner, so that every machine of a deployment has the same. Undefined where there is no owner
 * apart from the application, or no password to derive one from.
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

/** A password that follows from another one and does not reveal it, also where that one is short. */
function derivePassword(from: string, login: string): string {
  const name = `${login} ${from}`;
  const password = derived.get(name) ?? scryptSync(from, `takings ${login}`, 32).toString("base64url");
  derived.set(name, password);
  return password;
}
