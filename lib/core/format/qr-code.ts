import { encode } from "uqr";

/** A QR code: an SVG path over a square of `size` units, without a border. */
export interface QrCode {
  size: number;
  path: string;
}

/** Encodes a text as a QR code, of which 15 % can be unreadable. */
export function toQr(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      const width = (end < 0 ? size : end) - x;
      return [`M${x} ${y}h${width}v1h-${width}z`];
    }),
  );
  return { size, path: runs.join("") };
}
