import { recordDeed } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import { lagosStamp } from "@/lib/core/lagos";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { listOperatorsOverview } from "@/lib/operators";
import { getSession } from "@/lib/sessions";
import { listTerminalsOverview } from "@/lib/terminals";
import { writeCsv } from "./csv";
import type { Exported } from "./export";
import type { ExportCell, ExportRow } from "./rows";

const money = (amount: Kobo): ExportCell => ({ amount: formatKobo(amount) });
/** A time in Lagos, and the same in UTC. */
const both = (at: Date | null): [ExportCell, ExportCell] =>
  at ? [lagosStamp(at), at.toISOString()] : ["", ""];

/** Writes down that a list was taken away, and gives it as a file. Throws `Failure("not_found")`. */
async function fileOf(
  scope: Scope,
  sessionId: Id<"session">,
  table: { what: "terminals" | "operators"; version: number; columns: ExportRow; rows: ExportRow[] },
): Promise<Exported> {
  const { name } = await getSession(scope, sessionId);
  await asOrganisationTx(scope.organisationId, (db) =>
    recordDeed(db, scope, {
      action: "exported",
      subject: sessionId,
      sessionId,
      details: { format: "csv", list: table.what },
    }),
  );
  async function* chunks() {
    yield table.rows;
  }
  return { version: BigInt(table.version), eventName: name, bytes: writeCsv(table.columns, chunks()) };
}

/** The terminals of a session as CSV, with what each has taken. Throws `Failure("not_found")`. */
export async function exportTerminals(scope: Scope, sessionId: Id<"session">): Promise<Exported> {
  const { version, terminals } = await listTerminalsOverview(scope, sessionId);
  return fileOf(scope, sessionId, {
    what: "terminals",
    version,
    columns: [
      "Terminal",
      "Place",
      "Taken",
      "Payments",
      "Pending",
      "Failed",
      "Average",
      "Last payment (Lagos)",
      "Last payment (UTC)",
      "Operator",
      "Role",
      "On it since (Lagos)",
      "On it since (UTC)",
      "Devices",
      "Terminal id",
    ],
    rows: terminals.map((terminal) => [
      terminal.label,
      terminal.place,
      money(terminal.taken),
      String(terminal.count),
      String(terminal.pending_count),
      String(terminal.failed_count),
      terminal.average === null ? "" : money(terminal.average),
      ...both(terminal.last_payment_at),
      terminal.operator?.name ?? "",
      terminal.operator?.role ?? "",
      ...both(terminal.operator?.since ?? null),
      terminal.devices.join(", "),
      terminal.terminal_id,
    ]),
  });
}

/** The operators of a session as CSV, and what is nobody's: together, its inflow. Throws `Failure("not_found")`. */
export async function exportOperators(scope: Scope, sessionId: Id<"session">): Promise<Exported> {
  const { version, operators, unassigned } = await listOperatorsOverview(scope, sessionId);
  const { transfers, pos } = unassigned;
  const amounts = (one: {
    amount: Kobo;
    count: number;
    transfers: { amount: Kobo };
    pos: { amount: Kobo };
  }) => [money(one.amount), String(one.count), money(one.transfers.amount), money(one.pos.amount)];
  const nobodys = {
    amount: transfers.amount + pos.amount,
    count: transfers.count + pos.count,
    ...unassigned,
  };
  return fileOf(scope, sessionId, {
    what: "operators",
    version,
    columns: [
      "Operator",
      "Role",
      "Taken",
      "Payments",
      "By transfer",
      "By POS",
      "Terminals",
      "From (Lagos)",
      "From (UTC)",
      "To (Lagos)",
      "To (UTC)",
      "Last payment (Lagos)",
      "Last payment (UTC)",
      "Operator id",
    ],
    rows: [
      ...operators.map((operator) => [
        operator.name,
        operator.role,
        ...amounts(operator),
        operator.terminals.map(({ label }) => label).join(", "),
        ...both(operator.from),
        ...both(operator.to),
        ...both(operator.last_payment_at),
        operator.id,
      ]),
      ["No operator yet", "", ...amounts(nobodys), "", "", "", "", "", "", "", ""],
    ],
  });
}
