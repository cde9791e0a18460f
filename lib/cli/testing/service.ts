import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type BankCredit, getProvider, verifyingSecret } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";

/** How a stub handles notifications; each function receives the number of the request, from 1. */
interface Behaviour {
  /** Answers 503 and records nothing. */
  refuses?(request: number): boolean;
  /** Acknowledges without recording: the fault that a simulation must detect. */
  loses?(request: number): boolean;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts a minimal service with one session: it verifies Paystack's notifications and sums them by payment key. */
export async function startStubService(behaviour: Behaviour = {}) {
  const recorded = new Map<string, BankCredit>();
  const sessionId = newId("session");
  const terminals = ["pos_0123456789_001", "pos_0123456789_002"];
  let requests = 0;

  function record(body: Buffer, headers: Headers): number {
    requests++;
    const paystack = getProvider("paystack");
    if (!paystack.verify({ body, headers }, verifyingSecret("paystack", "test") ?? "")) return 401;
    if (behaviour.refuses?.(requests)) return 503;
    const message = paystack.parse({ body, headers }, { businessTimeZone: "Africa/Lagos" });
    if (message.kind === "credit" && !behaviour.loses?.(requests)) recorded.set(message.paymentKey, message);
    return 200;
  }

  function volumes(keyOf: (credit: BankCredit) => string | undefined) {
    const sums: Record<string, { count: number; total: bigint }> = {};
    for (const credit of recorded.values()) {
      const key = keyOf(credit);
      if (key === undefined) continue;
      const { count, total } = sums[key] ?? { count: 0, total: 0n };
      sums[key] = { count: count + 1, total: total + credit.amount };
    }
    return Object.fromEntries(
      Object.entries(sums).map(([key, { count, total }]) => [key, { count, total: formatKobo(total) }]),
    );
  }

  const reconciliation = () => ({
    session_id: sessionId,
    total_inflow: formatKobo([...recorded.values()].reduce((total, { amount }) => total + amount, 0n)),
    transaction_count: recorded.size,
    successful_count: recorded.size,
    pending_count: 0,
    failed_count: 0,
    by_channel: volumes(({ channel }) => channel),
    by_terminal: volumes(({ devices }) => devices[0]),
    reconciled_at: new Date().toISOString(),
  });

  const session = () => ({
    session_id: sessionId,
    status: "active",
    external_event_id: "stub",
    name: "Stub",
    currency: "NGN",
    collection_account: {
      account_number: "0123456789",
      account_name: "Takings / Stub",
      bank_name: "Wema Bank",
      bank_code: "035",
    },
    pos_terminals: terminals.map((id, index) => ({
      terminal_id: id,
      label: `Terminal ${index + 1}`,
      status: "assigned",
    })),
    created_at: new Date().toISOString(),
  });

  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const path = incoming.url ?? "";
    const headers = new Headers(incoming.headers as Record<string, string>);
    outgoing.statusCode =
      path === "/v1/webhooks/bank" ? record(body, headers) : incoming.method === "POST" ? 201 : 200;
    const data = path.startsWith("/v1/reconciliation/")
      ? reconciliation()
      : path.startsWith("/v1/sessions")
        ? session()
        : {};
    outgoing.end(JSON.stringify({ success: true, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    recorded,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
