import { randomBytes } from "node:crypto";
import { type Id, isId } from "@/lib/core/ids";
import { env, PROVIDER_NAMES } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import type { Provider, RawNotification } from "../provider";
import { getProvider, invalidSignature, type VerifiedNotification } from "../registry";
import { findStoredConnection, isAvailable } from "./stored";

/** A verified notification of an organisation's connection; always of live mode. */
export interface ConnectionNotification extends VerifiedNotification {
  bankConnectionId: Id<"bankConnection">;
}

/** Lists the adapters whose signature header is present with a value of their format. */
function listSigners(headers: Pick<Headers, "get">): Provider[] {
  return PROVIDER_NAMES.filter(isAvailable)
    .map(getProvider)
    .filter(({ signatureHeader, signaturePattern }) =>
      signaturePattern.test(headers.get(signatureHeader) ?? ""),
    );
}

/**
 * Returns the body limit in bytes of a notification to a connection: the largest of the adapters that its headers can be
 * for. Throws `Failure("invalid_signature")` if they can sign no body, so that no body is read.
 */
export function connectionBodyLimit(headers: Pick<Headers, "get">): number {
  const { bankBodyLimitBytes } = env();
  const limits = listSigners(headers).map(({ bodyLimitBytes = bankBodyLimitBytes }) => bodyLimitBytes);
  if (limits.length === 0) throw invalidSignature();
  return Math.min(bankBodyLimitBytes, Math.max(...limits));
}

/** Verifies nothing; an unknown connection costs the same computation as a wrong signature. */
const decoySecret = () => singleton("decoy secret", () => randomBytes(32).toString("base64url"));

/**
 * Verifies and parses a notification of an organisation's connection, with the secrets of this connection alone: the current
 * one, and replaced ones until they retire. Throws `Failure("invalid_signature")` for a wrong signature and for an unknown,
 * removed or unreadable connection alike.
 */
export async function readConnectionNotification(
  connectionId: string,
  notification: RawNotification,
): Promise<ConnectionNotification> {
  const [claimed] = listSigners(notification.headers);
  if (!claimed) throw invalidSignature();
  const connection = isId("bankConnection", connectionId)
    ? await findStoredConnection(connectionId)
    : undefined;
  const { provider, secrets } = connection ?? { provider: claimed, secrets: [decoySecret()] };
  const isWithinLimit = notification.body.length <= (provider.bodyLimitBytes ?? env().bankBodyLimitBytes);
  const isSigned = isWithinLimit && secrets.some((secret) => provider.verify(notification, secret));
  if (!connection || !isSigned) throw invalidSignature();
  return {
    bankConnectionId: connection.id,
    provider,
    mode: "live",
    message: provider.parse(notification, { businessTimeZone: env().businessTimeZone }),
  };
}
