import { createHash, createHmac } from "node:crypto";
import type { Violation } from "./checks";

/** A received event, by its `webhook-id`. */
export interface Receipt {
  transactionId: string;
  status: string;
  sessionId: string;
  amount: string;
  bodyHash: string;
  /** How often it was received, and how often it was answered 2xx. */
  seen: number;
  accepted: number;
  /** The first 2xx response, by `performance.now()`. */
  acceptedAt: number;
}

/** A request to a receiver. */
export interface ReceivedPost {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Standard Webhooks 1.0: requests older or newer than this are refused as replays. */
const TOLERANCE_S = 300;

/**
 * Checks every received request on arrival: the signature by Standard Webhooks 1.0, implemented independently; one
 * body for each id, one id for each (transaction, status).
 */
export class Inbox {
  readonly receipts = new Map<string, Receipt>();
  readonly violations: Violation[] = [];
  private readonly idOfEvent = new Map<string, string>();

  /** `isClockTrue` is false if the fault changes the service's clock; then timestamps are not checked. */
  constructor(
    private readonly secret: string,
    private readonly isClockTrue = true,
  ) {}

  /** Checks one post and returns its receipt. */
  take({ headers, body }: ReceivedPost): Receipt {
    const id = String(headers["webhook-id"]);
    if (!this.isSigned(headers, body)) this.violations.push({ check: "signature", evidence: id });
    const bodyHash = createHash("sha256").update(body).digest("hex");
    const known = this.receipts.get(id);
    if (known) {
      known.seen++;
      if (known.bodyHash !== bodyHash) this.violations.push({ check: "doubled body", evidence: id });
      return known;
    }
    const { session_id: sessionId, data } = JSON.parse(body);
    const receipt: Receipt = {
      transactionId: data.id,
      status: data.status,
      sessionId,
      amount: data.amount,
      bodyHash,
      seen: 1,
      accepted: 0,
      acceptedAt: 0,
    };
    const event = `${receipt.transactionId} ${receipt.status}`;
    const other = this.idOfEvent.get(event);
    if (other) this.violations.push({ check: "doubled id", evidence: `${event}: ${other} and ${id}` });
    this.idOfEvent.set(event, id);
    this.receipts.set(id, receipt);
    return receipt;
  }

  /** Records that a post was answered 2xx. */
  accept(receipt: Receipt): void {
    if (receipt.accepted++ === 0) receipt.acceptedAt = performance.now();
  }

  private isSigned(headers: ReceivedPost["headers"], body: string): boolean {
    const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures } = headers;
    if (this.isClockTrue && Math.abs(Date.now() / 1000 - Number(seconds)) > TOLERANCE_S) return false;
    const key = Buffer.from(this.secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    return String(signatures).split(" ").includes(`v1,${expected}`);
  }
}
