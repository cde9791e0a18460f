/** Guarantee: the devices of a database in use before devices had owners belong to the organisations that paired them last. */
import type postgres from "postgres";
import { expect, it } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";

const id = <P extends string>(prefix: P, at: number) =>
  `${prefix}_01m7wja30291e5wma656tpsg${String(at).padStart(2, "0")}` as const;
const [EKO, ABUJA] = [id("org", 1), id("org", 2)];
const TERMINALS: ReadonlyMap<string, string> = new Map([
  [EKO, "pos_ek00000000_001"],
  [ABUJA, "pos_abj0000000_001"],
]);
const terminalOf = (organisation: string) => TERMINALS.get(organisation) ?? "";

interface Paired {
  /** Pairings are made in the order of their ids. */
  at: number;
  organisation: typeof EKO;
  device: string;
  connection?: string;
  mode?: "test" | "live";
  from?: string;
  to?: string;
}

const PAIRED: Paired[] = [
  { at: 1, organisation: EKO, device: "SN-MOVED", to: "2026-11-02" },
  { at: 2, organisation: ABUJA, device: "SN-MOVED", from: "2026-11-03" },
  { at: 3, organisation: ABUJA, device: "SN-BACKDATED", from: "2026-11-05", to: "2026-11-06" },
  { at: 4, organisation: EKO, device: "SN-BACKDATED", from: "2026-11-01", to: "2026-11-02" },
  { at: 5, organisation: EKO, device: "SN-ONE-BANK", connection: "bnk_paystack", to: "2026-11-02" },
  { at: 6, organisation: ABUJA, device: "SN-ONE-BANK", from: "2026-11-03" },
  { at: 7, organisation: EKO, device: "SN-TWO-BANKS", connection: "bnk_paystack" },
  { at: 8, organisation: ABUJA, device: "SN-TWO-BANKS", connection: "bnk_moniepoint" },
  { at: 9, organisation: EKO, device: "SN-LIVE", connection: "bnk_moniepoint", mode: "live" },
  { at: 10, organisation: EKO, device: terminalOf(EKO) },
];

async function fill(sql: postgres.Sql): Promise<void> {
  for (const [position, organisation] of [EKO, ABUJA].entries()) {
    const session = id("ses", position + 1);
    const fragment = String(position + 1).repeat(10);
    await sql`insert into organisations (id, name) values (${organisation}, ${organisation})`;
    await sql`
      insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, terminal_fragment, created_at)
      values (${session}, ${organisation}, 'test', 'e', 'n', 'NGN', ${fragment}, '2026-11-01')`;
    await sql`
      insert into terminals (session_id, terminal_id, id, organisation_id, mode, position, assigned_at)
      values (${session}, ${terminalOf(organisation)}, ${id("trm", position + 1)}, ${organisation}, 'test', 1, '2026-11-01')`;
  }
  for (const paired of PAIRED) {
    const { at, organisation, device, connection = "bnk_sandbox", mode = "test" } = paired;
    const { from = "2026-11-01", to = null } = paired;
    await sql`
      insert into device_pairings (session_id, id, organisation_id, mode, terminal_id, bank_connection_id, device,
        paired_from, paired_to)
      values (${id("ses", organisation === EKO ? 1 : 2)}, ${id("par", at)}, ${organisation}, ${mode},
        ${terminalOf(organisation)}, ${connection}, ${device}, ${from}, ${to})`;
  }
}

useTestDatabase({ migration: "0004_service_state", fill });

it("gives each paired device to the organisation of its newest pairing, once, and a terminal's own id to none", async () => {
  const rows = await systemDb().sql<
    { serial: string; organisation: string; connection: string; mode: string; method: string }[]
  >`
    select serial, organisation_id as organisation, bank_connection_id as connection, mode, method from devices
    where released_at is null order by serial, bank_connection_id desc`;
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["SN-BACKDATED", EKO, "bnk_sandbox", "test", "sandbox"],
    ["SN-LIVE", EKO, "bnk_moniepoint", "live", "operator"],
    ["SN-MOVED", ABUJA, "bnk_sandbox", "test", "sandbox"],
    ["SN-ONE-BANK", ABUJA, "bnk_sandbox", "test", "sandbox"],
    ["SN-TWO-BANKS", EKO, "bnk_paystack", "test", "sandbox"],
    ["SN-TWO-BANKS", ABUJA, "bnk_moniepoint", "test", "sandbox"],
  ]);
});
