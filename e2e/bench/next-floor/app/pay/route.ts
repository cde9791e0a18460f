import { recordWithPlainSql } from "@/e2e/bench/baselines/plain-sql";
import { readCredit } from "@/e2e/bench/baselines/read-credit";
import { toRecordingRow } from "@/lib/transactions/recording/recording-row";

/** Next's router, and one SQL transaction per notification. */
export async function POST(request: Request): Promise<Response> {
  const credit = readCredit(Buffer.from(await request.arrayBuffer()), request.headers);
  await recordWithPlainSql(toRecordingRow(credit, 0));
  return Response.json({ success: true, data: {} });
}
