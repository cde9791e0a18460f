import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { listOperatorsOverview } from "@/lib/operators";
import type { OperatorRow } from "@/lib/operators/contract";
import { getSession } from "@/lib/sessions";
import { listSettledPayments, type SettledPayment } from "@/lib/settlement";
import { listTerminalsOverview } from "@/lib/terminals";
import type { TerminalCard } from "@/lib/terminals/contract";
import { type CellColumn, column, type ExportCell, timeColumns, toExportRow } from "./cells";
import { writeCsv } from "./csv";
import { type ExportFile, inExportSlot } from "./slots";

const money = (amount: Kobo): ExportCell => ({ amount });
const optionalMoney = (amount: Kobo | null): ExportCell => (amount === null ? "" : money(amount));
const whole = (count: number): ExportCell => ({ whole: count });

/** Writes an audit entry and returns a list as a file. Throws `Failure("not_found")`. */
async function fileOf<Row>(
  scope: Scope,
  sessionId: Id<"session">,
  list: {
    what: "terminals" | "operators" | "settlements";
    version: number;
    columns: readonly CellColumn<Row>[];
    rows: readonly Row[];
  },
): Promise<{ file: ExportFile }> {
  const { name } = await getSession(scope, sessionId);
  await asOrganisationTx(scope.organisationId, (db) =>
    recordAudit(db, scope, {
      action: "exported",
      subject: sessionId,
      sessionId,
      details: { format: "csv", list: list.what },
    }),
  );
  async function* rows() {
    yield list.rows.map((row) => toExportRow(list.columns, row));
  }
  const bytes = writeCsv({ name: list.what, columns: list.columns, rows: rows() });
  return { file: { version: BigInt(list.version), eventName: name, bytes } };
}

/** Exports a session's terminals with their amounts as CSV. Throws the same errors as `exportPayments`. */
export function exportTerminals(scope: Scope, sessionId: Id<"session">): Promise<ExportFile> {
  return inExportSlot(scope, () => startTerminals(scope, sessionId));
}

async function startTerminals(scope: Scope, sessionId: Id<"session">) {
  const { version, terminals } = await listTerminalsOverview(scope, sessionId);
  const columns = terminalColumns(env().businessTimeZone);
  return fileOf(scope, sessionId, { what: "terminals", version, columns, rows: terminals });
}

type TerminalLine = z.output<typeof TerminalCard>;

const terminalColumns = (timeZone: string): CellColumn<TerminalLine>[] => [
  column("Terminal", ({ label }) => label),
  column("Location", ({ location }) => location),
  column("Taken", ({ taken }) => money(taken)),
  column("Payments", ({ count }) => whole(count)),
  column("Pending", ({ pending_count: count }) => whole(count)),
  column("Failed", ({ failed_count: count }) => whole(count)),
  column("Average", ({ average }) => optionalMoney(average)),
  ...timeColumns<TerminalLine>("Last payment", timeZone, ({ last_payment_at: at }) => at),
  column("Operator", ({ operator }) => operator?.name ?? ""),
  column("Role", ({ operator }) => operator?.role ?? ""),
  ...timeColumns<TerminalLine>("Assigned since", timeZone, ({ operator }) => operator?.since ?? null),
  column("Devices", ({ devices }) => devices.join(", ")),
  column("Terminal id", ({ terminal_id: id }) => id),
];

/** Exports a session's operators and its unassigned payments as CSV; together they are the inflow. Throws as `exportPayments` does. */
export function exportOperators(scope: Scope, sessionId: Id<"session">): Promise<ExportFile> {
  return inExportSlot(scope, () => startOperators(scope, sessionId));
}

async function startOperators(scope: Scope, sessionId: Id<"session">) {
  const { version, operators, unassigned } = await listOperatorsOverview(scope, sessionId);
  const { transfers, pos } = unassigned;
  const noOperator: OperatorLine = {
    name: "Unassigned",
    role: "",
    amount: transfers.amount + pos.amount,
    count: transfers.count + pos.count,
    transfers,
    pos,
    terminals: [],
    from: null,
    to: null,
    last_payment_at: null,
    id: "",
  };
  const columns = operatorColumns(env().businessTimeZone);
  return fileOf(scope, sessionId, { what: "operators", version, columns, rows: [...operators, noOperator] });
}

/** An operator, or the payments that have none. */
type OperatorLine = Omit<z.output<typeof OperatorRow>, "id" | "phone"> & { id: string };

const operatorColumns = (timeZone: string): CellColumn<OperatorLine>[] => [
  column("Operator", ({ name }) => name),
  column("Role", ({ role }) => role),
  column("Taken", ({ amount }) => money(amount)),
  column("Payments", ({ count }) => whole(count)),
  column("By transfer", ({ transfers }) => money(transfers.amount)),
  column("By POS", ({ pos }) => money(pos.amount)),
  column("Terminals", ({ terminals }) => terminals.map(({ label }) => label).join(", ")),
  ...timeColumns<OperatorLine>("From", timeZone, ({ from }) => from),
  ...timeColumns<OperatorLine>("To", timeZone, ({ to }) => to),
  ...timeColumns<OperatorLine>("Last payment", timeZone, ({ last_payment_at: at }) => at),
  column("Operator id", ({ id }) => id),
];

/** Exports the settled payments of a session as CSV, with their settlements. Throws as `exportPayments` does. */
export function exportSettlements(scope: Scope, sessionId: Id<"session">): Promise<ExportFile> {
  return inExportSlot(scope, () => startSettlements(scope, sessionId));
}

async function startSettlements(scope: Scope, sessionId: Id<"session">) {
  const { version, payments } = await listSettledPayments(scope, sessionId);
  return fileOf(scope, sessionId, {
    what: "settlements",
    version,
    columns: SETTLEMENT_COLUMNS,
    rows: payments,
  });
}

const SETTLEMENT_COLUMNS: readonly CellColumn<SettledPayment>[] = [
  column("Settled on", ({ settledOn }) => settledOn),
  column("Provider", ({ provider }) => provider),
  column("Settlement reference", ({ reference }) => reference),
  column("Source", ({ source }) => source),
  column("Destination bank", ({ destinationBank }) => destinationBank),
  column("Destination account", ({ destinationAccount }) => destinationAccount),
  column("Payment reference", ({ paymentKey }) => paymentKey),
  column("Channel", ({ channel }) => channel),
  column("Gross", ({ amount }) => money(amount)),
  column("Fee", ({ fee }) => optionalMoney(fee)),
  column("Stamp duty", ({ stampDuty }) => optionalMoney(stampDuty)),
  column("Net", ({ amount, fee, stampDuty }) => money(amount - (fee ?? 0n) - (stampDuty ?? 0n))),
  column("State", ({ state }) => state),
  column("Stated by the bank", ({ stated }) => money(stated)),
  column("Transaction id", ({ transactionId }) => transactionId),
];
