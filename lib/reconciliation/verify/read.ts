import { type BankMessage, readStoredMessage } from "@/lib/bank";
import type { ProviderName } from "@/lib/env";
import type { Difference } from "./difference";

/** A stored notification, as far as it is read again. */
export interface Stored {
  provider: ProviderName;
  adapterVersion: number;
  body: Buffer;
}

/**
 * Reads stored notifications as their adapter version read them. Versions that this program does not have are counted
 * and reported once each, not once a notification.
 */
export class NotificationReader {
  readonly #unknown = new Map<string, number>();

  /** What the notification says; `undefined` where its adapter version is unknown. */
  read({ provider, adapterVersion, body }: Stored): BankMessage | undefined {
    const name = `${provider} version ${adapterVersion}`;
    try {
      if (!this.#unknown.has(name)) return readStoredMessage(provider, adapterVersion, body);
    } catch {
      // The only throw: no adapter of that name or version. An adapter itself never throws.
    }
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
    return undefined;
  }

  differences(): Difference[] {
    return [...this.#unknown].map(([name, count]) => ({
      sessionId: null,
      what: `unknown adapter ${name}`,
      kept: `${count} notifications`,
      derived: "not readable by this program",
    }));
  }
}
