import { recordPlainly } from "@/e2e/bench/baselines/plain";
import { readCredit } from "@/e2e/bench/baselines/read-credit";
import { toRecordingRow } from "@/lib/transactions/recording-row";

/** Next's own router, and one SQL transaction a notice. */
export async function POST(request: Request): Promise<Response> {
  const credit = readCredit(Buffer.from(await request.arrayBuffer()), request.headers);
  await recordPlainly(toRecordingRow(credit, 0));
  return Response.json({ success: true, data: {} });
}
