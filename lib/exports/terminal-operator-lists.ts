import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { listOperatorsOverview } from "@/lib/operators";
import { getSession } from "@/lib/sessions";
import { listSettledPayments } from "@/lib/settlement";
import { listTerminalsOverview } from "@/lib/terminals";
import { type ExportCell, type ExportRow, toTimeCells, toTimeColumns } from "./cells";
import { writeCsv } from "./csv";
import { type ExportFile, inExportSlot } from "./slots";

const money = (amount: Kobo): ExportCell => ({ amount });
const whole = (count: number): ExportCell => ({ whole: count });
/** The titles of a time's two columns. */
const timeTitles = (what: string) => toTimeColumns(what, env().businessTimeZone).map(({ title }) => title);
const both = (at: Date | null) => toTimeCells(at, env().businessTimeZone);

/** Writes an audit entry and returns a list as a file. Throws `Failure("not_found")`. */
async function fileOf(
  scope: Scope,
  sessionId: Id<"session">,
  table: {
    what: "terminals" | "operators" | "settlements";
    version: number;
    titles: string[];
    rows: ExportRow[];
  },
): Promise<{ file: ExportFile }> {
  const { name } = await getSession(scope, sessionId);
  await asOrganisationTx(scope.organisationId, (db) =>
    recordAudit(db, scope, {
      action: "exported",
      subject: sessionId,
      sessionId,
      details: { format: "csv", list: table.what },
    }),
  );
  async function* rows() {
    yield table.rows;
  }
  const columns = table.titles.map((title) => ({ title, width: title.length }));
  const bytes = writeCsv({ name: table.what, columns, rows: rows() });
  return { file: { version: BigInt(table.version), eventName: name, bytes } };
}

/** Exports a session's terminals with their amounts as CSV. Throws the same errors as `exportPayments`. */
export function exportTerminals(scope: Scope, sessionId: Id<"session">): Promise<ExportFile> {
  return inExportSlot(scope, () => startTerminals(scope, sessionId));
}

async function startTerminals(scope: Scope, sessionId: Id<"session">) {
  const { version, terminals } = await listTerminalsOverview(scope, sessionId);
  return fileOf(scope, sessionId, {
    what: "terminals",
    version,
    titles: [
      "Terminal",
      "Place",
      "Taken",
      "Payments",
      "Pending",
      "Failed",
      "Average",
      ...timeTitles("Last payment"),
      "Operator",
      "Role",
      ...timeTitles("On it since"),
      "Devices",
      "Terminal id",
    ],
    rows: terminals.map((terminal) => [
      terminal.label,
      terminal.location,
      money(terminal.taken),
      whole(terminal.count),
      whole(terminal.pending_count),
      whole(terminal.failed_count),
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

/** Exports a session's operators and its unassigned payments as CSV; together they are the inflow. Throws as `exportPayments` does. */
export function exportOperators(scope: Scope, sessionId: Id<"session">): Promise<ExportFile> {
  return inExportSlot(scope, () => startOperators(scope, sessionId));
}

async function startOperators(scope: Scope, sessionId: Id<"session">) {
  const { version, operators, unassigned } = await listOperatorsOverview(scope, sessionId);
  const { transfers, pos } = unassigned;
  const amounts = (one: {
    amount: Kobo;
    count: number;
    transfers: { amount: Kobo };
    pos: { amount: Kobo };
  }) => [money(one.amount), whole(one.count), money(one.transfers.amount), money(one.pos.amount)];
  const unassignedAmounts = {
    amount: transfers.amount + pos.amount,
    count: transfers.count + pos.count,
    ...unassigned,
  };
  return fileOf(scope, sessionId, {
    what: "operators",
    version,
    titles: [
      "Operator",
      "Role",
      "Taken",
      "Payments",
      "By transfer",
      "By POS",
      "Terminals",
      ...timeTitles("From"),
      ...timeTitles("To"),
      ...timeTitles("Last payment"),
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
      ["No operator yet", "", ...amounts(unassignedAmounts), "", "", "", "", "", "", "", ""],
    ],
  });
}

/** Exports the settled payments of a session as CSV, with their settlements. Throws as `exportPayments` does. */
export function exportSettlements(scope: Scope, sessionId: Id<"session">): Promise<ExportFile> {
  return inExportSlot(scope, () => startSettlements(scope, sessionId));
}

async function startSettlements(scope: Scope, sessionId: Id<"session">) {
  const { version, payments } = await listSettledPayments(scope, sessionId);
  const optional = (amount: Kobo | null): ExportCell => (amount === null ? "" : money(amount));
  return fileOf(scope, sessionId, {
    what: "settlements",
    version,
    titles: [
      ...[
        "Settled on",
        "Provider",
        "Settlement reference",
        "Source",
        "Destination bank",
        "Destination account",
      ],
      ...["Payment reference", "Channel", "Gross", "Fee", "Stamp duty", "Net", "State", "Stated by the bank"],
      "Transaction id",
    ],
    rows: payments.map((one) => [
      one.settledOn,
      one.provider,
      one.reference,
      one.source,
      one.destinationBank,
      one.destinationAccount,
      one.paymentKey,
      one.channel,
      money(one.amount),
      optional(one.fee),
      optional(one.stampDuty),
      money(one.amount - (one.fee ?? 0n) - (one.stampDuty ?? 0n)),
      one.state,
      money(one.stated),
      one.transactionId,
    ]),
  });
}
