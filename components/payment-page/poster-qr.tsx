import type { QrCode } from "@/lib/core/format/qr-code";
import { QrImage } from "../ui/display/qr-image";
import * as texts from "./late-texts";

/** The link to a payment page, as a poster shows it. */
export interface PublicLink {
  /** Without its scheme. */
  address: string;
  qr: QrCode;
}

/** The QR code of a payment page. */
export function PosterQr({ link: { qr } }: { link: PublicLink }) {
  return <QrImage qr={qr} label={texts.qrCodeOfThePaymentPage} className="poster-qr" />;
}

/** The QR code on a sheet, with the address and what to do; a test event's poster asks nobody to pay. */
export function PosterQrPart({ link, isTest }: { link: PublicLink; isTest: boolean }) {
  return (
    <section aria-label={texts.paymentPage} className="poster-scan">
      <PosterQr link={link} />
      <div className="min-w-0">
        <p className="poster-caption">{isTest ? texts.opensTheTestPage : texts.scanToCopyTheNumber}</p>
        <p className="poster-address font-mono">{link.address}</p>
        {!isTest && (
          <ol className="poster-steps">
            <li>{texts.transferWhatYouOwe}</li>
            <li>{texts.showTheReceipt}</li>
          </ol>
        )}
      </div>
    </section>
  );
}
