import { FlaskConical } from "@/components/ui/icons/icons";
import { Link } from "../ui/display/link";
import * as texts from "./late-texts";

/** Bar on every page in test mode, in a deployment that also has live data. */
export function TestBar() {
  return (
    <aside
      aria-label={texts.testMode}
      className="striped flex min-h-9 flex-wrap items-center gap-x-2.5 border-amber-line border-b px-6 py-1.5 text-amber text-body max-md:px-4 print:hidden"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <span className="font-semibold">{texts.testModeText}</span>
      <span className="flex-1">{texts.noRealMoneyMoves}</span>
      <Link href="/developers/test" className="rounded-[4px] font-semibold hover:underline">
        {texts.leaveTestMode}
      </Link>
    </aside>
  );
}
