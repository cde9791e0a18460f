import { readCredit } from "@/e2e/bench/read-credit";
import { systemDb } from "@/lib/db/client";
import { arrivalOf } from "@/lib/transactions/arrival";
import { writeArrivals } from "@/lib/transactions/statement";

/** Next's own router, and one SQL transaction a notice. */
export async function POST(request: Request): Promise<Response> {
  const credit = readCredit(Buffer.from(await request.arrayBuffer()), request.headers);
  await writeArrivals(systemDb(), [arrivalOf(credit, 0)]);
  return Response.json({ success: true, data: {} });
}
