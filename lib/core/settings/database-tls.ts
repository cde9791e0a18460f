import { readFileSync } from "node:fs";
import { checkServerIdentity } from "node:tls";

/** How a connection to PostgreSQL is encrypted, as options of postgres.js. */
interface TlsOptions {
  ssl?:
    | false
    | "allow"
    | "prefer"
    | "require"
    | { ca?: string; checkServerIdentity: typeof checkServerIdentity };
}

/** The values of `sslmode`, as libpq defines them (PostgreSQL documentation, "SSL Mode Descriptions"). */
const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type Mode = (typeof MODES)[number];

/**
 * Takes `sslmode` and `sslrootcert` out of a PostgreSQL URL, because postgres.js would send the file's name to the server, and
 * returns the URL without them and the options that have their effect. `verify-ca` and `verify-full` verify the server's
 * certificate by the authorities of `sslrootcert`, a PEM file, or by Node's own where it is absent or `system`;
 * `verify-full` also compares the host's name. As in libpq, `require` with a file means `verify-ca`, `system` means
 * `verify-full` and refuses a weaker mode. Throws an `Error` for the setting's user if the mode is unknown or too weak, or the
 * file cannot be read.
 */
export function readTls(address: string): { url: string; options: TlsOptions } {
  const url = new URL(address);
  const given = url.searchParams.get("sslmode") ?? undefined;
  const file = url.searchParams.get("sslrootcert") ?? undefined;
  if (given === undefined && file === undefined) return { url: address, options: {} };
  url.searchParams.delete("sslmode");
  url.searchParams.delete("sslrootcert");
  const isSystem = file === "system";
  const mode = MODES.find((known) => known === (given ?? (isSystem ? "verify-full" : "prefer")));
  if (!mode) throw new Error(`sslmode must be one of ${MODES.join(", ")}`);
  if (isSystem && mode !== "verify-full")
    throw new Error("sslmode must be verify-full, or absent, where sslrootcert is system");
  const ca = file && !isSystem ? readCertificates(file) : undefined;
  return { url: url.href, options: { ssl: toOption(mode, ca, url.hostname) } };
}

function toOption(mode: Mode, ca: string | undefined, host: string): TlsOptions["ssl"] {
  if (mode === "disable") return false;
  const isVerified =
    mode === "verify-full" || mode === "verify-ca" || (mode === "require" && ca !== undefined);
  if (!isVerified) return mode;
  return {
    ...(ca !== undefined && { ca }),
    // The name of the URL: Node would compare with `localhost` where the host is an IP address.
    checkServerIdentity: (_name, certificate) =>
      mode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
  };
}

function readCertificates(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new Error(`sslrootcert: ${file} cannot be read`);
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----"))
    throw new Error(`sslrootcert: ${file} must contain certificates in PEM format`);
  return text;
}
