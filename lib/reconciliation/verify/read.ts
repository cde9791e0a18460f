import { type BankMessage, readStoredMessage } from "@/lib/bank";
import type { RowOf } from "@/lib/db/rows";
import type { bankNotifications } from "@/lib/db/schema";
import { inScope, type Run } from "./difference";

/** A stored notification, as far as it is read again. */
export type Stored = RowOf<typeof bankNotifications, "provider" | "adapterVersion" | "body">;

/**
 * What a stored notification says, as the adapter version that recorded it reads it; `undefined` where this program has
 * no such version, which `unknownAdapters` reports.
 */
export function readMessage({ provider, adapterVersion, body }: Stored): BankMessage | undefined {
  try {
    return readStoredMessage(provider, adapterVersion, body);
  } catch {
    // The only throw: no adapter of that name or version. An adapter itself never throws.
    return undefined;
  }
}

const EMPTY = Buffer.alloc(0);

/** Reports once each adapter version that this program does not have, with the number of its notifications. */
export async function unknownAdapters(run: Run): Promise<void> {
  const versions = await run.db.sql<(Omit<Stored, "body"> & { count: bigint })[]>`
    select provider, adapter_version, count(*) from bank_notifications c
    where ${inScope(run)} group by 1, 2 order by 1, 2`;
  const unknown = versions.filter((one) => readMessage({ ...one, body: EMPTY }) === undefined);
  run.report(
    unknown.map(({ provider, adapterVersion, count }) => ({
      sessionId: null,
      what: `adapter ${provider} version ${adapterVersion}`,
      kept: `${count} notifications`,
      derived: "unknown to this program",
    })),
  );
}
