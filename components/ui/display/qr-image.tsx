import type { QrCode } from "@/lib/core/format/qr-code";

/**
 * A QR code. Scanners need dark modules on a light background, in either theme, and a border of four modules: both are of the
 * element that contains it.
 */
export function QrImage({ qr, label, className }: { qr: QrCode; label: string; className: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={qr.path} fill="#000" />
    </svg>
  );
}
