/** Positions kept at most; beyond that every second one is dropped, so that a paused replica needs no more memory. */
const MAX_POSITIONS = 400;
/** A page of the WAL begins with a header, of at most 40 bytes; no record is that short. */
const [PAGE_BYTES, MAX_HEADER_BYTES] = [8_192n, 40n];

/** Which positions the primary's WAL had at which times, from which the age of a replica's data is known. */
export class WalHistory {
  /** Up to this time, by `performance.now()`, the replica has everything; `-Infinity` before the first measurement. */
  freshAt = Number.NEGATIVE_INFINITY;
  private positions: { at: number; position: bigint }[] = [];

  /** Notes that the primary's WAL ended at `position`, or before it, at the time `at`. */
  add(at: number, position: string): void {
    this.positions.push({ at, position: parsePosition(position) });
    if (this.positions.length > MAX_POSITIONS)
      this.positions = this.positions.filter((_, index) => index % 2 === 0);
  }

  /** Notes up to which position the replica has replayed the WAL. */
  replayed(position: string): void {
    const replayed = parsePosition(position);
    const isReplayed = (written: bigint) => written <= replayed || isSamePlace(replayed, written);
    const last = this.positions.findLast(({ position: written }) => isReplayed(written));
    if (!last) return;
    this.freshAt = Math.max(this.freshAt, last.at);
    this.positions = this.positions.filter(({ at }) => at > last.at);
  }
}

/** Whether both are the border of a page: the primary counts the next page's header, the replica does not. */
const isSamePlace = (replayed: bigint, written: bigint) =>
  replayed % PAGE_BYTES === 0n && written - replayed <= MAX_HEADER_BYTES;

/** Parses a position in the WAL: two hexadecimal numbers of 32 bits, such as `16/B374D848`. */
function parsePosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
