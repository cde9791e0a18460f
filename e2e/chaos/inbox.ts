import { createHash, createHmac } from "node:crypto";
import type { Violation } from "./checks";

/** One event as the receivers know it, by its `webhook-id`. */
export interface Receipt {
  transactionId: string;
  status: string;
  sessionId: string;
  amount: string;
  bodyHash: string;
  /** How often it came, and how often it was answered 2xx. */
  seen: number;
  accepted: number;
  /** The first answer of 2xx, on the clock of `performance.now()`. */
  acceptedAt: number;
}

/** What a receiver is sent. */
export interface Post {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Standard Webhooks 1.0: older or newer than this is refused as a replay. */
const TOLERANCE_S = 300;

/**
 * All that the receivers were sent, judged as it comes: the signature by Standard Webhooks 1.0, with code of its own;
 * one body for an id, one id for a (transaction, status).
 */
export class Inbox {
  readonly receipts = new Map<string, Receipt>();
  readonly violations: Violation[] = [];
  private readonly idOfEvent = new Map<string, string>();

  /** `isClockTrue` is false where the service's clock is moved on purpose, so that its timestamps say nothing. */
  constructor(
    private readonly secret: string,
    private readonly isClockTrue = true,
  ) {}

  /** Takes one post and answers its receipt. */
  take({ headers, body }: Post): Receipt {
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

  /** Notes that a post was answered 2xx. */
  accept(receipt: Receipt): void {
    if (receipt.accepted++ === 0) receipt.acceptedAt = performance.now();
  }

  private isSigned(headers: Post["headers"], body: string): boolean {
    const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures } = headers;
    if (this.isClockTrue && Math.abs(Date.now() / 1000 - Number(seconds)) > TOLERANCE_S) return false;
    const key = Buffer.from(this.secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    return String(signatures).split(" ").includes(`v1,${expected}`);
  }
}
